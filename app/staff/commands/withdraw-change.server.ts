import { withdrawArea } from "#app/domain/price-tables/area-changes.server";
import { withdrawBox } from "#app/domain/price-tables/box-changes.server";
import { withdrawRate } from "#app/domain/price-tables/rate-changes.server";
import { saWeekday } from "#app/domain/values/sa-time";
import type { Tx } from "#db/store.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { dayFrom, nothingMore } from "../words";
import { areaInWords, areaName, codesFrom } from "./change-area.server";
import { boxInWords } from "./change-box.server";
import { rateInWords, rateName, rateNameFrom } from "./change-rate.server";
import { fromDay } from "./dated-change";

type Withdrawing = {
  subject: string;
  withdraw(tx: Tx): Promise<{ ok: true; was: string } | { ok: false; refusal: string }>;
};

export const withdrawChange: Command = {
  name: "withdraw change",
  right: "manager",
  takes: "<rate|box|area> <which> --from <day>",
  summary: "undo a price change that has not started yet",
  more: ["The lists of rates, boxes and areas show the coming changes."],
  examples: [
    "withdraw change rate zone metro --from 2026-12-01",
    "withdraw change box flyer-bag --from 2026-12-01",
    "withdraw change area 1431-1432 --from 2026-12-01",
  ],
  options: { from: fromDay },
  async run({ words, option }, desk) {
    const day = dayFrom(option("from"), desk.now);
    const { subject, withdraw } = changeNamed(words, day, desk.now);
    return act(desk, async (tx) => {
      const withdrawn = await withdraw(tx);
      if (!withdrawn.ok) return { ok: false, why: [`${subject}: ${withdrawn.refusal}`] };
      return {
        ok: true,
        output: [`${subject} does not change on ${saWeekday(day)}. Withdrawn: ${withdrawn.was}.`],
        actions: [{ action: "withdrew change", subject, details: `from ${day}: ${withdrawn.was}` }],
      };
    });
  },
};

function changeNamed([what = "", ...rest]: string[], validFrom: string, now: Date): Withdrawing {
  if (what === "rate") {
    const { kind, rateKey, rest: more } = rateNameFrom(rest);
    nothingMore(more);
    const withdraw = async (tx: Tx) => inWords(await withdrawRate(tx, { kind, rateKey, validFrom }, now), rateInWords);
    return { subject: rateName({ kind, rateKey }), withdraw };
  }
  const [which, ...more] = rest;
  nothingMore(more);
  if (what === "box" && which) {
    const withdraw = async (tx: Tx) => inWords(await withdrawBox(tx, which, validFrom, now), boxInWords);
    return { subject: `box ${which}`, withdraw };
  }
  if (what === "area") {
    const codes = codesFrom(which);
    const withdraw = async (tx: Tx) => inWords(await withdrawArea(tx, codes, validFrom, now), areaInWords);
    return { subject: areaName(codes), withdraw };
  }
  throw new UsageError(
    `A change of what?${didYouMean(what, ["rate", "box", "area"])} Give rate, box or area, and which one.`,
  );
}

function inWords<Row>(
  result: { ok: true; withdrawn: Row } | { ok: false; refusal: string },
  words: (row: Row) => string,
) {
  return result.ok ? ({ ok: true, was: words(result.withdrawn) } as const) : result;
}
