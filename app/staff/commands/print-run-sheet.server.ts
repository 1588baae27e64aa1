import { type PrintedStop, runSheetPdf } from "#app/domain/rounds/run-sheet-pdf.server";
import { type StopView, stopsInOrder } from "#app/domain/rounds/stop-views.server";
import { refused } from "../answer";
import type { Command } from "../command";
import { dayFromToday, nothingMore } from "../words";
import { meantBy } from "./drivers-at-work.server";

export const printRunSheet: Command = {
  name: "print run-sheet",
  right: "clerk",
  takes: "--driver <name> [--date <day>]",
  summary: "make a PDF of a driver's stops, for a day without phones",
  more: ["Each stop has room for a signature. Type the marks in when the driver is back."],
  examples: ['print run-sheet --driver "Sipho Nkosi" --to sheet.pdf'],
  options: {
    driver: { type: "string", value: "name", help: "whose stops" },
    date: { type: "string", value: "day", help: "another day than today: 2026-12-01, tomorrow" },
  },
  async run({ words, option }, { store, now }) {
    nothingMore(words);
    const driver = await meantBy(store.read, option("driver"));
    const day = dayFromToday(option("date"), now);
    const stops = await stopsInOrder(store.read, driver, day);
    if (stops.length === 0) return refused(`${driver.name} has no stops on ${day}.`);
    const bytes = await runSheetPdf(driver.name, day, stops.map(printed));
    return { kind: "paper", bytes, output: `${stops.length} ${stops.length === 1 ? "stop" : "stops"}.`, why: [] };
  },
};

function printed({
  position,
  shownNo,
  visit,
  pieces,
  isOver,
  person,
  agreed,
  saidBefore,
  notes,
}: StopView): PrintedStop {
  const todo = isOver
    ? "Nothing left to do"
    : { collection: "Collect", delivery: "Deliver", return: "Bring back to the sender" }[visit];
  return {
    stop: position,
    heading: [shownNo, todo, pieces.of === 1 ? "1 piece" : `${pieces.of} pieces`].join("   "),
    lines: [
      [person?.name, person?.phones.map(({ shown }) => shown).join(" or ")].filter(Boolean).join(", "),
      person?.lines.join(", ") ?? "",
      person?.plusCode ? `Plus code: ${person.plusCode}` : "",
      person?.landmark ? `Find it: ${person.landmark}` : "",
      agreed ? `Agreed: ${agreed}` : "",
      saidBefore,
      ...notes,
    ],
  };
}
