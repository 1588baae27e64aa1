import { type PrintedStop, runSheetPdf } from "#app/domain/drivers/run-sheet-pdf.server";
import { putOff, type StopView, stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { partOf } from "#app/domain/drivers/to-do";
import { asPrinted } from "#app/domain/values/printed-text";
import { saDay } from "#app/domain/values/sa-time";
import { say } from "#app/language/say";
import { refused } from "../answer";
import { command } from "../command";
import { meantBy } from "./drivers-at-work.server";

export const printRunSheet = command({
  name: "print run-sheet",
  page: { button: "Open the run sheet", reads: "many rows" },
  right: "clerk",
  also: "driver's list, stops on paper",
  summary: "make a PDF of a driver's stops, for a day without phones",
  more: "Each stop has room for a signature. Type the marks in when the driver is back.",
  examples: ['print run-sheet --driver "Sipho Nkosi" --to sheet.pdf'],
  options: {
    driver: { kind: "driver", label: "whose stops", required: true },
    date: { kind: "day", label: "if not today" },
  },
  async run({ driver: name, date }, { store, now }) {
    const day = date ?? saDay(now);
    const driver = await meantBy(store.read, name);
    const all = await stopsInOrder(store.read, driver, day, now);
    const another = [
      ...all.filter((stop) => partOf(stop) === "another day"),
      ...(await putOff(store.read, driver, day, now)),
    ];
    const stops = all.filter((stop) => partOf(stop) !== "another day");
    if (stops.length + another.length === 0) return refused(say`${driver.name} has no stops on ${day}.`);
    const bytes = await runSheetPdf(driver.name, day, stops.map(printed), another.map(inALine));
    return { kind: "paper", bytes, output: `${stops.length} ${stops.length === 1 ? "stop" : "stops"}.`, why: [] };
  },
});

const inALine = ({ person, agreed, shownNo }: StopView) => `${person?.name}, ${shownNo}: agreed for ${agreed}`;

function printed(stop: StopView): PrintedStop {
  const { position, shownNo, visit, pieces, nothingLeft, person, agreed, saidBefore, notes } = stop;
  const todo = nothingLeft
    ? "Nothing left to do"
    : { collection: "Collect", delivery: "Deliver", return: "Bring back to the sender" }[visit];
  return {
    stop: position,
    heading: [shownNo, todo, pieces.of === 1 ? "1 piece" : `${pieces.of} pieces`].join("   "),
    lines: [
      [asPrinted(person?.name ?? ""), person?.phones.map(({ shown }) => shown).join(" or ")].filter(Boolean).join(", "),
      person?.lines.map(asPrinted).filter(Boolean).join(", ") ?? "",
      person?.plusCode ? `Plus code: ${person.plusCode}` : "",
      person?.landmark ? `Find it: ${person.landmark}` : "",
      agreed ? `Agreed: ${agreed}` : "",
      saidBefore,
      ...notes,
    ],
  };
}
