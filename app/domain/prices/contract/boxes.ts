import { type Cents, centsFromRand, randFromCents } from "#app/domain/values/money";
import type { BoxOnTheWire } from "./wire";

/** Packaging on offer. Centimetres, kilograms, cents. */
export type Box = Omit<BoxOnTheWire, "cost"> & { costCents: Cents };

/** A box in the contract's form. */
export function boxOnTheWire({ costCents, ...box }: Box): BoxOnTheWire {
  return { ...box, cost: randFromCents(costCents) };
}

/** Reads a box in the contract's form. A cost that isn't whole cents becomes 0: the quote decides what is charged. */
export function boxInCents({ cost, ...box }: BoxOnTheWire): Box {
  return { ...box, costCents: centsFromRand(cost) ?? 0 };
}
