import { roundHalfUp } from "#app/domain/values/money";
import type { Box } from "./contract/boxes";

/** Air freight counts 5,000 cubic centimetres as a kilogram. */
const CM3_PER_KG = 5_000;
const HUNDREDTHS = 100;

/**
 * The volumetric weight of a full box, in kilograms with two decimals. For information; it doesn't change the price.
 */
export function volumetricKg({ l, w, h }: Box["dimensions"]): number {
  return roundHalfUp(l * w * h * HUNDREDTHS, CM3_PER_KG) / HUNDREDTHS;
}
