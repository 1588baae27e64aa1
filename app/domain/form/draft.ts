import type { Addresses } from "./addresses";
import type { ParcelAnswers } from "./parcel";

/** The answers so far about one parcel. `id` is random: one draft makes at most one quote and one booking. */
export type Draft = { id: string; addresses?: Addresses; parcel?: ParcelAnswers };

/** A draft with every answer. */
export type CompleteDraft = Required<Draft>;

export function isComplete(draft: Draft): draft is CompleteDraft {
  return draft.addresses !== undefined && draft.parcel !== undefined;
}
