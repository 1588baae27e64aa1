import * as z from "zod";
import { BoxListSchema } from "./wire-queries";

/**
 * Reads boxes in other services' spelling: `length`, `width`, `height` for `dimensions: {l, w, h}`, and `weightLimit`
 * for `maxWeightKg`. The result has our contract's form.
 */
export const ForeignBoxesSchema = z.preprocess(
  (boxes) => (Array.isArray(boxes) ? boxes.map(inOurWords) : boxes),
  BoxListSchema,
);

function inOurWords(box: unknown): unknown {
  if (!isRecord(box)) return box;
  const sizes = isRecord(box.dimensions) ? box.dimensions : box;
  return {
    id: typeof box.id === "number" ? String(box.id) : box.id,
    name: box.name,
    dimensions: {
      l: sizes.l ?? sizes.length,
      w: sizes.w ?? sizes.width,
      h: sizes.h ?? sizes.height,
    },
    maxWeightKg: box.maxWeightKg ?? box.weightLimit,
    cost: box.cost,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
