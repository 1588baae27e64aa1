import { postalCodesIn } from "#app/domain/rounds/postal-codes";
import { assignStop, unassigned } from "#app/domain/rounds/stops.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { type Visit, visits } from "#app/domain/waybills/visits";
import { list } from "../answer";
import type { Command } from "../command";
import { act } from "../desk.server";
import { UsageError } from "../usage-error";
import { dayFromToday, nothingMore, waybillNosFrom } from "../words";
import { driverNameFrom, meantBy } from "./drivers-at-work.server";

const driverOption = { driver: { type: "string", value: "name", help: "who drives" } } as const;
const dayOption = {
  date: { type: "string", value: "day", help: "another day than today: 2026-12-01, tomorrow" },
} as const;

export const assign: Command = {
  name: "assign",
  takes: "<waybill no…> --driver <name>",
  summary: "give parcels to a driver, for today or another day",
  more: [
    "They stand on the driver's list in the order in which you type them. Given to another driver, they move.",
    "What for: to collect a parcel that waits for it, or else to deliver it. With --visit you say it: delivery, also before the",
    "parcel is collected, or return: back to its sender.",
  ],
  examples: [
    'assign TH4821093753 --driver "Sipho Nkosi"',
    'assign TH4821093753 TH1100220035 --driver "Sipho Nkosi" --date tomorrow',
    'assign TH4821093753 --driver "Sipho Nkosi" --visit return',
  ],
  options: {
    ...driverOption,
    ...dayOption,
    visit: { type: "string", value: "visit", help: "collection, delivery or return, if not the next one" },
  },
  async run({ words, option }, desk) {
    const waybillNos = waybillNosFrom(words);
    const [name, day] = [driverNameFrom(option("driver")), dayFromToday(option("date"), desk.now)];
    const visit = visitFrom(option("visit"));
    return act(desk, async (tx) => {
      const driver = await meantBy(tx, name);
      if (driver.blockedAt) return { ok: false, why: [`${driver.name} is blocked.`] };
      const [output, why] = [[] as string[], [] as string[]];
      const actions: { action: string; subject: string; details: string }[] = [];
      for (const waybillNo of waybillNos) {
        const done = await assignStop(tx, { waybillNo, driver, day, visit }, desk.now);
        if (!done.ok) {
          why.push(`${waybillNo}: ${done.refusal}.`);
          continue;
        }
        const details = `${done.visit}, ${saWeekday(day)}, ${driver.name}${done.before ? `, instead of ${done.before}` : ""}`;
        output.push(`${waybillNo}: ${details}${done.added ? "" : ", as before"}.`);
        if (done.added) actions.push({ action: "assigned", subject: waybillNo, details });
      }
      return why.length > 0 ? { ok: false, why } : { ok: true, output, actions };
    });
  },
};

export const plan: Command = {
  name: "plan",
  takes: "[--date <day>] [--driver <name>] [--postal <codes>]",
  summary: "what nobody drives to yet on a day; with --driver, give it all to them",
  more: [
    "By postal code: what is to be collected by that day, and what has been collected and not delivered. A gate where nobody",
    "was stays in it. Where the office has to settle first what a driver reported (show driver_reports), nobody is sent.",
    "Postal codes: 1431, or 14 for all that begin so, or 1400-1499; several with commas.",
  ],
  examples: ["plan", 'plan --date tomorrow --driver "Sipho Nkosi" --postal 1400-1499,1804'],
  options: {
    ...dayOption,
    driver: { type: "string", value: "name", help: "who drives them all" },
    postal: { type: "string", value: "codes", help: "only of these postal codes" },
  },
  async run({ words, option }, desk) {
    nothingMore(words);
    const [day, name, typed] = [dayFromToday(option("date"), desk.now), option("driver"), option("postal")];
    const isWanted = typed === undefined ? () => true : postalCodesIn(typed);
    if (!isWanted) throw new UsageError(`"${typed}" isn't a list of postal codes. Write 1431, 14 or 1400-1499.`);
    if (!name) {
      const waiting = await unassigned(desk.store.read, day, isWanted);
      const rows = waiting.map(({ waybillNo, driverSaid, ...row }) => ({
        waybill_no: waybillNo,
        ...row,
        driver_said: driverSaid,
      }));
      return list(rows, "Somebody drives to everything.", [
        "waybill_no",
        "visit",
        "postal",
        "suburb",
        "street",
        "driver_said",
      ]);
    }
    return act(desk, async (tx) => {
      const driver = await meantBy(tx, name);
      if (driver.blockedAt) return { ok: false, why: [`${driver.name} is blocked.`] };
      const waiting = await unassigned(tx, day, isWanted);
      const actions: { action: string; subject: string; details: string }[] = [];
      for (const { waybillNo, visit } of waiting) {
        const done = await assignStop(tx, { waybillNo, driver, day, visit }, desk.now);
        if (!done.ok) return { ok: false, why: [`${waybillNo}: ${done.refusal}.`] };
        actions.push({
          action: "assigned",
          subject: waybillNo,
          details: `${visit}, ${saWeekday(day)}, ${driver.name}`,
        });
      }
      const listed = waiting.map(
        ({ waybillNo, visit, postal, suburb }) => `${waybillNo}: ${visit}, ${postal} ${suburb}`,
      );
      return {
        ok: true,
        output: [...listed, `${driver.name}, ${saWeekday(day)}: ${waiting.length} more stops.`],
        actions,
      };
    });
  },
};

function visitFrom(typed: string | undefined): Visit | undefined {
  if (typed === undefined) return undefined;
  const visit = visits.find((each) => each === typed.toLowerCase());
  if (!visit) throw new UsageError(`"${typed}" isn't a visit. One of: ${visits.join(", ")}.`);
  return visit;
}
