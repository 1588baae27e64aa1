import { Asked } from "#app/domain/limits/cause";
import { limits } from "#app/domain/limits/limits";

/** As if a page had asked every limit. */
export const limitsAsked = Asked.after(...(Object.keys(limits) as (keyof typeof limits)[]));
