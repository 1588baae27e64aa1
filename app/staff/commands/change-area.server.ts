import { visitsAt } from "#app/domain/drivers/visits-on-day.server";
import { type AreaRow, type Codes, changeArea, inCodes } from "#app/domain/prices/area-changes.server";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, say } from "#app/language/say";
import { command } from "../command";
import { act } from "../desk.server";
import { changeOutcome, fromDay, given, newOption } from "./dated-change";
import { whatLiesThere } from "./what-lies-there";

export const changeAreaCommand = command({
  name: "change area",
  page: "check first",
  right: "manager",
  also: "postal code, new town, closed area, coverage",
  summary: "change which areas we serve, or their rates, from a given day",
  more: say`Areas can lie inside each other: the smallest one with a postal code applies. What you leave out does
    not change. A new area starts as a copy of the one around it. If you stop serving an area, the visits there are
    listed: ${commandNamed("delay")} tells sender and receiver.`,
  examples: [
    "change area 1431-1432 --served no --from 2026-12-01",
    "change area 1421 --zone town --from tomorrow",
    "change area 0699 --new --town Seshego --zone regional --region LP --province Limpopo --from 2026-12-01",
  ],
  arguments: {
    key: {
      kind: "word",
      shown: "code or codes",
      label: "postal code, or a range of them",
      required: "Which area? Write a postal code, or a range: 1431-1432.",
      read: codesFrom,
    },
  },
  options: {
    from: fromDay,
    served: { kind: "yes or no", label: "whether we go there" },
    town: { kind: "words", shown: "name", label: "what the place is called" },
    zone: { kind: "words", label: "metro, town, regional or remote" },
    region: { kind: "words", label: "for linehaul, such as GP" },
    province: { kind: "words", label: "in full, such as Gauteng" },
    new: newOption("a range that doesn't exist yet"),
  },
  async run({ key: codes, from: validFrom, new: isNew, zone, region, ...others }, desk) {
    const facts = given({ ...others, zone: zone?.toLowerCase(), region: region?.toUpperCase() });
    if (Object.keys(facts).length === 0)
      throw new UsageError(say`What should change? For example ${field("served")} or ${field("zone")}.`);
    return act(desk, async (tx) => {
      const outcome = changeOutcome(await changeArea(tx, { codes, validFrom, facts, isNew }, desk.now), {
        action: "changed area",
        subject: areaName(codes),
        day: validFrom,
        inWords: areaInWords,
      });
      if (!outcome.ok || facts.served !== false) return outcome;
      const there = whatLiesThere(await visitsAt(tx, codes), { area: inCodes(codes), until: "", because: "" });
      return { ...outcome, output: [...outcome.output, ...there] };
    });
  },
});

/** One postal code, or two joined by a hyphen. */
export function codesFrom(typed: string): Codes {
  const [, fromCode, toCode = fromCode] = /^(\d{4})(?:-(\d{4}))?$/.exec(typed) ?? [];
  if (!fromCode || !toCode)
    throw new UsageError(say`Which area? "${typed}" isn't one. Write a postal code, or a range: 1431-1432.`);
  if (fromCode > toCode) throw new UsageError(say`Which area? "${typed}" ends before it begins.`);
  return { fromCode, toCode };
}

export function areaName(codes: Codes): string {
  return `area ${inCodes(codes)}`;
}

export function areaInWords({ town, province, region, zone, served }: AreaRow): string {
  return `${town}, ${province}, region ${region}, zone ${zone}, ${served ? "served" : "not served"}`;
}
