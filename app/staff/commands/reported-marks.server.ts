import type { Driver } from "#app/domain/rounds/drivers.server";
import {
  believeMark,
  dropMark,
  type ReportedMark,
  reportedOf,
  reportInWords,
} from "#app/domain/rounds/reported-marks.server";
import { piecesOf } from "#app/domain/waybills/issue-waybill.server";
import type { Tx } from "#db/store.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Call, Command } from "../command";
import { act } from "../desk.server";
import { waybillNosFrom } from "../words";

const options = {
  driver: { type: "string", value: "name", help: "whose mark, if several drivers reported on the parcel" },
} as const;

export const believeMarkCommand: Command = {
  name: "believe mark",
  right: "clerk",
  takes: "<waybill no>",
  summary: "take a driver's mark that the site did not believe: it counts from when the driver made it",
  more: [
    "Ask the driver first, and look at the photo (proof). The parcel's people are told as of any mark. If its PIN was right, it",
    "is a delivery by PIN, or else by the name that the driver wrote.",
  ],
  examples: ["believe mark TH4821093753", 'believe mark TH4821093753 --driver "Sipho Nkosi"'],
  options,
  async run(call, desk) {
    return act(desk, async (tx) => {
      const mark = await reportMeant(tx, call);
      const words = reportInWords(mark, (await piecesOf(tx, mark.waybillNo)).of);
      const believed = await believeMark(tx, mark, desk.now);
      if (!believed.ok) return { ok: false, why: [`${mark.waybillNo}: ${believed.words}`] };
      const details = `${mark.driver.name}, ${words}`;
      return {
        ok: true,
        output: [`${mark.waybillNo}: ${details}. It counts now.`],
        actions: [{ action: "believed mark", subject: mark.waybillNo, details }],
      };
    });
  },
};

export const dropMarkCommand: Command = {
  name: "drop mark",
  right: "clerk",
  takes: "<waybill no>",
  summary: "don't believe a driver's mark that the site did not believe",
  more: ["Nothing follows from it, and nobody is told. The record keeps it."],
  examples: ["drop mark TH4821093753", 'drop mark TH4821093753 --driver "Sipho Nkosi"'],
  options,
  async run(call, desk) {
    return act(desk, async (tx) => {
      const mark = await reportMeant(tx, call);
      await dropMark(tx, mark, desk.now);
      const details = `${mark.driver.name}, ${reportInWords(mark, (await piecesOf(tx, mark.waybillNo)).of)}`;
      return {
        ok: true,
        output: [`${mark.waybillNo}: ${details}. It is dropped.`],
        actions: [{ action: "dropped mark", subject: mark.waybillNo, details }],
      };
    });
  },
};

/** The oldest report on the parcel, of the one driver who made any. */
async function reportMeant(tx: Tx, { words, option }: Call): Promise<ReportedMark & { driver: Driver }> {
  const [waybillNo = "", ...more] = waybillNosFrom(words);
  if (more.length > 0) throw new UsageError("One parcel at a time.");
  const name = option("driver")?.toLowerCase();
  const reports = (await reportedOf(tx, waybillNo)).filter(({ driver }) => !name || driver.name.toLowerCase() === name);
  const [report] = reports;
  if (!report) throw new UsageError(`${waybillNo} has no mark to believe or drop. show reported_marks lists them.`);
  const names = [...new Set(reports.map(({ driver }) => driver.name))];
  if (names.length > 1) throw new UsageError(`Whose mark? Add --driver "${names.join('" or --driver "')}".`);
  return report;
}
