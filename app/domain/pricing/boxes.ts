import { type Cents, centsFromRand, randFromCents } from "#app/domain/values/money";
import type { BoxOnTheWire } from "./wire";

/** Packaging on offer. Centimetres, kilograms, cents. */
export type Box = Omit<BoxOnTheWire, "cost"> & { costCents: Cents };

/** A box as the contract sends it. */
export function boxOnTheWire({ costCents, ...box }: Box): BoxOnTheWire {
  return { ...box, cost: randFromCents(costCents) };
}

/** A box that the contract sent. What can't be counted in cents costs nothing: the price says what is charged. */
export function boxInCents({ cost, ...box }: BoxOnTheWire): Box {
  return { ...box, costCents: centsFromRand(cost) ?? 0 };
}
