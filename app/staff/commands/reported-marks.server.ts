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
  summary: "accept a mark that the site has set aside: it counts from when the driver made it",
  more: say`Ask the driver first, and look at the photo (${commandNamed("proof")}). Sender and receiver are told,
    as of any mark. If its PIN was right, it is a delivery by PIN; otherwise by the name that the driver wrote.`,
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
  summary: "reject a mark that the site has set aside",
  more: "Nothing changes, and nobody is told. The mark stays on record.",
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
  if (names.length > 1) throw new UsageError(say`Whose mark? Choose with ${field("driver")}: ${names.join(" or ")}.`);
  const details = `${report.driver.name}, ${reportInWords(report, (await piecesOf(tx, waybillNo)).of)}`;
  return { mark: report, details };
}
