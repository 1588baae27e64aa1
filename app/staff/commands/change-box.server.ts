import { type BoxFacts, changeBox } from "#app/domain/prices/box-changes.server";
import { pictures } from "#app/domain/prices/box-pictures.server";
import type { BoxRow } from "#app/domain/prices/price-tables.server";
import { writtenNumber } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, say } from "#app/language/say";
import { command } from "../command";
import { act } from "../desk.server";
import { changeOutcome, fromDay, given, newOption } from "./dated-change";

const GRAMS_IN_KG = 1000;

const inLowerCase = (typed: string) => typed.toLowerCase();
const orNone = (typed: string) => (typed.toLowerCase() === "none" ? "" : typed);

export const changeBoxCommand = command({
  name: "change box",
  page: "check first",
  right: "manager",
  also: "packaging, size, flyer bag, new box",
  summary: "change a box from a given day, or offer a new one",
  more: say`What you leave out does not change. A new box needs a name, a size, a weight and a cost without VAT.
    Pictures: ${pictures.join(", ")}. A box without one has the plain one, box.`,
  examples: [
    "change box flyer-bag --cost 4,50 --from 2026-12-01",
    "change box stock-7 --offered no --from today",
    'change box stock-7 --picture stock-6 --example "a large microwave" --from today',
    'change box crate-60 --new --name "Crate 60" --size 60x40x40 --max-kg 25 --cost 39 --from 2026-12-01',
  ],
  arguments: {
    box: {
      kind: "word",
      label: say`box, from ${commandNamed("list boxes")}`,
      required: say`Which box? Use ${commandNamed("list boxes")} to see them.`,
      read: inLowerCase,
    },
  },
  options: {
    from: fromDay,
    name: { kind: "words", shown: "words", label: "what customers read" },
    size: { kind: "words", shown: "LxWxH", read: sizeFrom, label: "whole centimetres, such as 60x40x40" },
    "max-kg": {
      kind: "words",
      shown: "kg",
      read: gramsFrom,
      label: "the greatest weight that it takes",
      above: "Most kilograms",
    },
    cost: { kind: "amount", label: "what it costs, excluding VAT" },
    offered: { kind: "yes or no", label: "whether customers can choose it" },
    place: {
      kind: "words",
      shown: "number",
      read: placeFrom,
      example: "3",
      label: "its place in the list: smaller comes first",
    },
    picture: { kind: "words", read: inLowerCase, label: "the drawing that customers see beside it" },
    example: {
      kind: "words",
      shown: "words",
      read: orNone,
      label: 'what fits in it, such as "a folded jacket"; none removes it',
    },
    new: newOption("a box that doesn't exist yet"),
  },
  async run(typed, desk) {
    const { box: id, from: validFrom, new: isNew, name, size, cost, offered, place, picture, example } = typed;
    const facts = given({
      ...{ name, ...size, maxWeightGrams: typed["max-kg"], costCents: cost, active: offered },
      ...{ sortOrder: place, picture, example },
    });
    if (Object.keys(facts).length === 0)
      throw new UsageError(say`What should change? For example ${field("cost")} or ${field("offered")}.`);
    return act(desk, async (tx) =>
      changeOutcome(await changeBox(tx, { id, validFrom, facts, isNew }, desk.now), {
        action: "changed box",
        subject: `box ${id}`,
        day: validFrom,
        inWords: boxInWords,
      }),
    );
  },
});

export function boxInWords(box: BoxRow): string {
  const { name, lengthCm, widthCm, heightCm, maxWeightGrams, costCents, active, sortOrder, picture, example } = box;
  const kg = String(maxWeightGrams / GRAMS_IN_KG).replace(".", ",");
  const facts = `${name}, ${lengthCm}x${widthCm}x${heightCm} cm, up to ${kg} kg, ${formatRand(costCents)}`;
  const looks = `picture ${picture}${example && `, for example ${example}`}`;
  return `${facts}, ${active ? "offered" : "not offered"}, ${looks}, place ${sortOrder}`;
}

function sizeFrom(typed: string): Pick<BoxFacts, "lengthCm" | "widthCm" | "heightCm"> {
  const [, length, width, height] = /^(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})$/i.exec(typed) ?? [];
  if (!length) throw new UsageError(say`"${typed}" isn't a size. Write whole centimetres: 60x40x40.`);
  return { lengthCm: Number(length), widthCm: Number(width), heightCm: Number(height) };
}

function gramsFrom(typed: string): number {
  const kg = writtenNumber(typed.replace(/\s*kg$/i, ""));
  if (!kg || kg.isNegative || kg.whole.length > 4 || kg.decimals.length > 3)
    throw new UsageError(say`"${typed}" isn't a weight. Write kilograms: 25 or 2,5.`);
  return Number(kg.whole) * GRAMS_IN_KG + Number(kg.decimals.padEnd(3, "0"));
}

function placeFrom(typed: string): number {
  if (!/^\d{1,5}$/.test(typed))
    throw new UsageError(say`"${typed}" isn't a position in the list. Write a whole number.`);
  return Number(typed);
}
