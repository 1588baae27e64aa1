import { type BoxFacts, changeBox } from "#app/domain/price-tables/box-changes.server";
import { pictures } from "#app/domain/price-tables/box-pictures.server";
import type { BoxRow } from "#app/domain/price-tables/price-tables.server";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "../../domain/values/usage-error";
import type { Call, Command } from "../command";
import { act } from "../desk.server";
import { centsFrom, dayFrom, nothingMore, yesFrom } from "../words";
import { changeOutcome, fromDay, newOption } from "./dated-change";

const GRAMS_IN_KG = 1000;

export const changeBoxCommand: Command = {
  name: "change box",
  right: "manager",
  takes: "<box> --from <day> [what changes]",
  summary: "change a box from a given day, or offer a new one",
  more: [
    "What you leave out does not change. A new box needs a name, a size, a weight and a cost without VAT.",
    `Pictures: ${pictures.join(", ")}. A box without one has the plain one, box.`,
  ],
  examples: [
    "change box flyer-bag --cost 4,50 --from 2026-12-01",
    "change box stock-7 --offered no --from today",
    'change box stock-7 --picture stock-6 --example "a large microwave" --from today',
    'change box crate-60 --new --name "Crate 60" --size 60x40x40 --max-kg 25 --cost 39 --from 2026-12-01',
  ],
  options: {
    from: fromDay,
    name: { type: "string", value: "words", help: "what customers read" },
    size: { type: "string", value: "LxWxH", help: "whole centimetres, such as 60x40x40" },
    "max-kg": { type: "string", value: "kg", help: "the weight that it takes" },
    cost: { type: "string", value: "rand", help: "what it costs, excluding VAT" },
    offered: { type: "string", value: "yes|no", help: "whether customers can choose it" },
    place: { type: "string", value: "number", help: "its place in the list: smaller comes first" },
    picture: { type: "string", value: "picture", help: "the drawing that customers see beside it" },
    example: { type: "string", value: "words", help: 'what fits in it, such as "a folded jacket"; none says nothing' },
    new: newOption("a box that isn't there yet"),
  },
  async run(call, desk) {
    const [typed, ...rest] = call.words;
    nothingMore(rest);
    if (!typed) throw new UsageError("Which box? Use list boxes to see them.");
    const id = typed.toLowerCase();
    const [facts, isNew] = [factsFrom(call), call.has("new")];
    if (Object.keys(facts).length === 0)
      throw new UsageError("What should change? For example --cost 4,50 or --offered no.");
    const validFrom = dayFrom(call.option("from"), desk.now);
    return act(desk, async (tx) =>
      changeOutcome(await changeBox(tx, { id, validFrom, facts, isNew }, desk.now), {
        action: "changed box",
        subject: `box ${id}`,
        day: validFrom,
        inWords: boxInWords,
      }),
    );
  },
};

export function boxInWords(box: BoxRow): string {
  const { name, lengthCm, widthCm, heightCm, maxWeightGrams, costCents, active, sortOrder, picture, example } = box;
  const kg = String(maxWeightGrams / GRAMS_IN_KG).replace(".", ",");
  const facts = `${name}, ${lengthCm}x${widthCm}x${heightCm} cm, up to ${kg} kg, ${formatRand(costCents)}`;
  const looks = `picture ${picture}${example && `, for example ${example}`}`;
  return `${facts}, ${active ? "offered" : "not offered"}, ${looks}, place ${sortOrder}`;
}

function factsFrom({ option }: Call): Partial<BoxFacts> {
  const [name, size, maxKg, cost] = [option("name"), option("size"), option("max-kg"), option("cost")];
  const [offered, place] = [option("offered"), option("place")];
  const [picture, example] = [option("picture"), option("example")];
  return {
    ...(name === undefined ? {} : { name }),
    ...(size === undefined ? {} : sizeFrom(size)),
    ...(maxKg === undefined ? {} : { maxWeightGrams: gramsFrom(maxKg) }),
    ...(cost === undefined ? {} : { costCents: centsFrom([cost]) }),
    ...(offered === undefined ? {} : { active: yesFrom(offered, "offered") }),
    ...(place === undefined ? {} : { sortOrder: placeFrom(place) }),
    ...(picture === undefined ? {} : { picture: picture.toLowerCase() }),
    ...(example === undefined ? {} : { example: example.toLowerCase() === "none" ? "" : example }),
  };
}

function sizeFrom(typed: string): Pick<BoxFacts, "lengthCm" | "widthCm" | "heightCm"> {
  const [, length, width, height] = /^(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})$/i.exec(typed) ?? [];
  if (!length) throw new UsageError(`"${typed}" isn't a size. Write whole centimetres: 60x40x40.`);
  return { lengthCm: Number(length), widthCm: Number(width), heightCm: Number(height) };
}

function gramsFrom(typed: string): number {
  const [, kg, decimals = ""] = /^(\d{1,4})(?:[.,](\d{1,3}))?(?:\s*kg)?$/i.exec(typed) ?? [];
  if (!kg) throw new UsageError(`"${typed}" isn't a weight. Write kilograms: 25 or 2,5.`);
  return Number(kg) * GRAMS_IN_KG + Number(decimals.padEnd(3, "0"));
}

function placeFrom(typed: string): number {
  if (!/^\d{1,5}$/.test(typed)) throw new UsageError(`"${typed}" isn't a position in the list. Write a whole number.`);
  return Number(typed);
}
