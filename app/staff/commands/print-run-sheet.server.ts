import { type PrintedStop, runSheetPdf } from "#app/domain/rounds/run-sheet-pdf.server";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { refused } from "../answer";
import type { Command } from "../command";
import { dayFromToday, nothingMore } from "../words";
import { meantBy } from "./drivers-at-work.server";

export const printRunSheet: Command = {
  name: "print run-sheet",
  takes: "--driver <name> [--date <day>]",
  summary: "make a PDF of a driver's stops, for a day without phones",
  more: ["Each stop has room for a signature. Type the marks in when the driver is back."],
  examples: ['print run-sheet --driver "Sipho Nkosi" --to sheet.pdf'],
  options: {
    driver: { type: "string", value: "name", help: "whose stops" },
    date: { type: "string", value: "day", help: "another day than today: 2026-12-01, tomorrow" },
  },
  async run({ words, option }, { store, views, now }) {
    nothingMore(words);
    const driver = await meantBy(store.read, option("driver"));
    const day = dayFromToday(option("date"), now);
    const rows = views.read("staff_run_sheet").rows.filter((row) => row.driver === driver.name && row.day === day);
    if (rows.length === 0) return refused(`${driver.name} has no stops on ${day}.`);
    const bytes = await runSheetPdf(driver.name, day, rows.map(printed));
    return { kind: "paper", bytes, said: `${rows.length} ${rows.length === 1 ? "stop" : "stops"}.`, why: [] };
  },
};

function printed(row: Record<string, string | number | null>): PrintedStop {
  const of = (column: string) => String(row[column] ?? "");
  const pieces = row.parcels === 1 ? "1 piece" : `${of("parcels")} pieces`;
  return {
    stop: Number(row.stop),
    heading: [spokenWaybillNumber(of("waybill_no")), of("what_to_do") || of("status"), pieces].join("   "),
    lines: [
      [of("person"), of("person_phone")].filter(Boolean).join(", "),
      [of("street"), of("suburb"), of("city"), of("postal_code")].filter(Boolean).join(", "),
      row.landmark ? `Find it: ${of("landmark")}` : "",
      row.agreed_time ? `Agreed: ${of("agreed_time")}` : "",
      of("special_instructions"),
      of("notes"),
    ],
  };
}
