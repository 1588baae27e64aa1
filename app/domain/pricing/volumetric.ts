import { roundHalfUp } from "#app/domain/values/money";
import type { Box } from "./boxes";

/** Air freight counts 5 000 cubic centimetres as a kilogram. */
const CM3_PER_KG = 5_000;
const HUNDREDTHS = 100;

/** What a full box weighs by the room it takes, in kilograms with two decimals. For information; it changes no price. */
export function volumetricKg({ l, w, h }: Box["dimensions"]): number {
  return roundHalfUp(l * w * h * HUNDREDTHS, CM3_PER_KG) / HUNDREDTHS;
}
