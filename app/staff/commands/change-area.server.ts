import {
  type AreaFacts,
  type AreaRow,
  type Codes,
  changeArea,
  inCodes,
} from "#app/domain/price-tables/area-changes.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Call, Command } from "../command";
import { act } from "../desk.server";
import { dayFrom, nothingMore, yesFrom } from "../words";
import { changeOutcome, fromDay, newOption } from "./dated-change";

export const changeAreaCommand: Command = {
  name: "change area",
  right: "manager",
  takes: "<code or codes> --from <day> [what changes]",
  summary: "change which areas we serve, or their rates, from a given day",
  more: [
    "Areas can lie inside each other: the smallest one with a postal code applies. What you leave out does not change. A new area starts as a copy of the one around it.",
  ],
  examples: [
    "change area 1431-1432 --served no --from 2026-12-01",
    "change area 1421 --zone town --from tomorrow",
    'change area 0699 --new --town "Seshego" --zone regional --from 2026-12-01',
  ],
  options: {
    from: fromDay,
    served: { type: "string", value: "yes|no", help: "whether we go there" },
    town: { type: "string", value: "name", help: "what the place is called" },
    zone: { type: "string", value: "zone", help: "metro, town, regional or remote" },
    region: { type: "string", value: "region", help: "for linehaul, such as GP" },
    province: { type: "string", value: "province", help: "in full, such as Gauteng" },
    new: newOption("a range that isn't there yet"),
  },
  async run(call, desk) {
    const [typed, ...rest] = call.words;
    nothingMore(rest);
    const codes = codesFrom(typed);
    const [facts, isNew] = [factsFrom(call), call.has("new")];
    if (Object.keys(facts).length === 0)
      throw new UsageError("What should change? For example --served no or --zone town.");
    const validFrom = dayFrom(call.option("from"), desk.now);
    return act(desk, async (tx) =>
      changeOutcome(await changeArea(tx, { codes, validFrom, facts, isNew }, desk.now), {
        action: "changed area",
        subject: areaName(codes),
        day: validFrom,
        inWords: areaInWords,
      }),
    );
  },
};

/** One postal code, or two joined by a hyphen. */
export function codesFrom(typed: string | undefined): Codes {
  const [, fromCode, toCode = fromCode] = /^(\d{4})(?:-(\d{4}))?$/.exec(typed ?? "") ?? [];
  if (!fromCode || !toCode) {
    const trouble = typed ? ` "${typed}" isn't one.` : "";
    throw new UsageError(`Which area?${trouble} Write a postal code, or a range: 1431-1432.`);
  }
  return { fromCode, toCode };
}

export function areaName(codes: Codes): string {
  return `area ${inCodes(codes)}`;
}

export function areaInWords({ town, province, region, zone, served }: AreaRow): string {
  return `${town}, ${province}, region ${region}, zone ${zone}, ${served ? "served" : "not served"}`;
}

function factsFrom({ option }: Call): Partial<AreaFacts> {
  const served = option("served");
  const given = {
    town: option("town"),
    province: option("province"),
    region: option("region")?.toUpperCase(),
    zone: option("zone")?.toLowerCase(),
    served: served === undefined ? undefined : yesFrom(served, "served"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
