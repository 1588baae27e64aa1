import { withdrawArea } from "#app/domain/prices/area-changes.server";
import { withdrawBox } from "#app/domain/prices/box-changes.server";
import { withdrawRate } from "#app/domain/prices/rate-changes.server";
import type { DoneOr } from "#app/domain/values/refused";
import { saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import type { Asking } from "../kinds.server";
import { areaInWords, areaName, codesFrom } from "./change-area.server";
import { boxInWords } from "./change-box.server";
import { rateInWords, rateName, rateNameFrom } from "./change-rate.server";
import { fromDay } from "./dated-change";

type Change = {
  subject: string;
  withdraw(tx: Tx, day: string, now: Date): Promise<DoneOr<{ was: string }>>;
};

export const withdrawChange = command({
  name: "withdraw change",
  page: "check first",
  right: "manager",
  also: "price change by mistake, take back",
  summary: "undo a price change that has not started yet",
  more: "The lists of rates, boxes and areas show the coming changes.",
  examples: [
    "withdraw change rate zone metro --from 2026-12-01",
    "withdraw change box flyer-bag --from 2026-12-01",
    "withdraw change area 1431-1432 --from 2026-12-01",
  ],
  arguments: {
    kind: {
      kind: "choice",
      of: ["rate", "box", "area"],
      shown: "kind of change",
      label: "what was to change",
      required: "A change of what? Give rate, box or area, and which one.",
    },
    key: { kind: "words", shown: "which", label: "which rate, box or area", take: changeNamed },
  },
  options: { from: fromDay },
  async run({ key: { subject, withdraw }, from: day }, desk) {
    return act(desk, async (tx) => {
      const withdrawn = await withdraw(tx, day, desk.now);
      if (!withdrawn.ok) return notDone(say`${subject}: ${withdrawn.why}`);
      return did(
        { action: "withdrew change", subject, details: `from ${day}: ${withdrawn.was}` },
        say`${subject} does not change on ${saWeekday(day)}. Withdrawn: ${withdrawn.was}.`,
      );
    });
  },
});

function changeNamed(words: string[], { earlier: { kind: what } }: Asking): [Change, string[]] {
  if (what === "rate") {
    const [rate, rest] = rateNameFrom(words);
    const withdraw: Change["withdraw"] = async (tx, validFrom, now) =>
      inWords(await withdrawRate(tx, { ...rate, validFrom }, now), rateInWords);
    return [{ subject: rateName(rate), withdraw }, rest];
  }
  const [which = "", ...rest] = words;
  if (what === "area") {
    const codes = codesFrom(which);
    const withdraw: Change["withdraw"] = async (tx, day, now) =>
      inWords(await withdrawArea(tx, codes, day, now), areaInWords);
    return [{ subject: areaName(codes), withdraw }, rest];
  }
  if (!which) throw new UsageError(say`Which box? Use ${commandNamed("list boxes")} to see them.`);
  const withdraw: Change["withdraw"] = async (tx, day, now) =>
    inWords(await withdrawBox(tx, which, day, now), boxInWords);
  return [{ subject: `box ${which}`, withdraw }, rest];
}

function inWords<Row>(result: DoneOr<{ withdrawn: Row }>, words: (row: Row) => string) {
  return result.ok ? ({ ok: true, was: words(result.withdrawn) } as const) : result;
}
