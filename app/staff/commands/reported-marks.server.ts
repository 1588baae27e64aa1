import { believeMark, dropMark, reportedOf, reportInWords } from "#app/domain/drivers/reported-marks.server";
import { piecesOf } from "#app/domain/parcels/issue-waybill.server";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, listNamed, number, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import type { FactsForCommands } from "../parcel-facts";

const declared = {
  right: "clerk",
  possible: ({ hasReport }: FactsForCommands) => hasReport,
  needs: "a mark that was reported",
  arguments: { waybill: { kind: "waybill" } },
  options: { driver: { kind: "driver", label: "whose mark, if several drivers reported on the parcel" } },
} as const;

export const believeMarkCommand = command({
  ...declared,
  name: "believe mark",
  also: "driver's report is true, late mark",
  page: "check first",
  summary: "take a driver's mark that the site did not believe: it counts from when the driver made it",
  more: say`Ask the driver first, and look at the photo (${commandNamed("proof")}). The parcel's people are told as of
    any mark. If its PIN was right, it is a delivery by PIN, or else by the name that the driver wrote.`,
  examples: ["believe mark TH4821093753", 'believe mark TH4821093753 --driver "Sipho Nkosi"'],
  async run({ waybill, driver }, desk) {
    return act(desk, async (tx) => {
      const { mark, details } = await reportMeant(tx, waybill, driver);
      const believed = await believeMark(tx, mark, desk.now);
      if (!believed.ok) return notDone(say`${number(waybill)}: ${believed.why}`);
      return did(
        { action: "believed mark", subject: waybill, details },
        say`${number(waybill)}: ${details}. It counts now.`,
      );
    });
  },
});

export const dropMarkCommand = command({
  ...declared,
  name: "drop mark",
  also: "driver's report is false, wrong report",
  page: "check first",
  summary: "don't believe a driver's mark that the site did not believe",
  more: "Nothing follows from it, and nobody is told. The record keeps it.",
  examples: ["drop mark TH4821093753", 'drop mark TH4821093753 --driver "Sipho Nkosi"'],
  async run({ waybill, driver }, desk) {
    return act(desk, async (tx) => {
      const { mark, details } = await reportMeant(tx, waybill, driver);
      await dropMark(tx, mark, desk.now);
      return did(
        { action: "dropped mark", subject: waybill, details },
        say`${number(waybill)}: ${details}. It is dropped.`,
      );
    });
  },
});

/** The oldest report on the parcel, of the one driver who made any, and what it says. */
async function reportMeant(tx: Tx, waybillNo: string, typed?: string) {
  const name = typed?.toLowerCase();
  const reports = (await reportedOf(tx, waybillNo)).filter(({ driver }) => !name || driver.name.toLowerCase() === name);
  const [report] = reports;
  if (!report)
    throw new UsageError(
      say`${number(waybillNo)} has no mark to believe or drop. ${listNamed("reported_marks")} lists them.`,
    );
  const names = [...new Set(reports.map(({ driver }) => driver.name))];
  if (names.length > 1) throw new UsageError(say`Whose mark? Say with ${field("driver")}: ${names.join(" or ")}.`);
  const details = `${report.driver.name}, ${reportInWords(report, (await piecesOf(tx, waybillNo)).of)}`;
  return { mark: report, details };
}
