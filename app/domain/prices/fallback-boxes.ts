import type { Box } from "./contract/boxes";

/** Shown when no boxes can be loaded. The ids are those of the seeded boxes, so these can still be priced. */
export const fallbackBoxes: readonly Box[] = [
  { id: "flyer-bag", name: "Flyer bag", dimensions: { l: 31, w: 45, h: 45 }, maxWeightKg: 1, costCents: 410 },
  { id: "stock-3", name: "Stock 3", dimensions: { l: 25, w: 15, h: 25 }, maxWeightKg: 5, costCents: 510 },
  { id: "stock-2", name: "Stock 2", dimensions: { l: 23, w: 15, h: 15 }, maxWeightKg: 3, costCents: 394 },
];
