import { postalCodesIn } from "#app/domain/rounds/postal-codes";
import { stopsInOrder } from "#app/domain/rounds/stop-views.server";
import { assignStop, orderStops, unassignStop } from "#app/domain/rounds/stops.server";
import { unassigned } from "#app/domain/rounds/unassigned.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { type Visit, visits } from "#app/domain/waybills/visits";
import { UsageError } from "../../domain/values/usage-error";
import { type Answer, list, refused } from "../answer";
import type { Call, Command } from "../command";
import { act, type Desk } from "../desk.server";
import { actOnEach, fileOption, type Parcels, parcelsFrom } from "../many.server";
import { dayFromToday, nothingMore } from "../words";
import { driverNameFrom, meantBy } from "./drivers-at-work.server";

const driverOption = { driver: { type: "string", value: "name", help: "who drives" } } as const;
const dayOption = {
  date: { type: "string", value: "day", help: "another day than today: 2026-12-01, tomorrow" },
} as const;

const allOfOption = {
  "all-of": { type: "string", value: "name", help: "all stops of this driver that day that aren't finished" },
} as const;

export const assign: Command = {
  name: "assign",
  right: "clerk",
  takes: "<waybill no…> --driver <name>",
  summary: "give parcels to a driver, for today or another day",
  more: [
    "They stand on the driver's list in the order in which you type them. Given to another driver or day, they move. Those that",
    "are finished are left out, and named. What the driver before reported stays on the sheet.",
    "What for: to collect a parcel that waits for it, or else to deliver it. With --visit you say it: delivery, also before the",
    "parcel is collected, or return: back to its sender.",
  ],
  examples: [
    'assign TH4821093753 --driver "Sipho Nkosi"',
    'assign TH4821093753 TH1100220035 --driver "Sipho Nkosi" --date tomorrow',
    'assign --file parcels.txt --driver "Sipho Nkosi"',
    'assign --all-of "Sipho Nkosi" --driver "Anna Mokoena"',
    'assign TH4821093753 --driver "Sipho Nkosi" --visit return',
  ],
  options: {
    ...driverOption,
    ...dayOption,
    ...allOfOption,
    visit: { type: "string", value: "visit", help: "collection, delivery or return, if not the next one" },
    file: fileOption,
  },
  async run(call, desk) {
    const [name, day] = [driverNameFrom(call.option("driver")), dayFromToday(call.option("date"), desk.now)];
    const visit = visitFrom(call.option("visit"));
    const driver = await meantBy(desk.store.read, name);
    if (driver.blockedAt) return refused(`${driver.name} is blocked.`);
    const { parcels, visits } = await stopsFrom(call, desk, day, visit);
    return actOnEach(desk, parcels, async (tx, waybillNo, at) => {
      const done = await assignStop(tx, { waybillNo, driver, day, visit: visits[at] ?? visit }, desk.now);
      if (!done.ok && done.isFinished && parcels.waybillNos.length > 1)
        return { ok: true, output: [`${waybillNo}: left out, ${done.refusal}.`], actions: [] };
      if (!done.ok) return { ok: false, why: [`${waybillNo}: ${done.refusal}.`] };
      const from = done.before && [done.before.driver, done.before.day === day ? "" : saWeekday(done.before.day)];
      const before = from ? `, instead of ${from.filter(Boolean).join(", ")}` : "";
      const details = `${done.visit}, ${saWeekday(day)}, ${driver.name}${before}`;
      return {
        ok: true,
        output: [`${waybillNo}: ${details}${done.added ? "" : ", as before"}.`],
        actions: done.added ? [{ action: "assigned", subject: waybillNo, details }] : [],
      };
    });
  },
};

export const unassign: Command = {
  name: "unassign",
  right: "clerk",
  takes: "<waybill no…>",
  summary: "take parcels from their drivers: from today on, or of one day",
  more: ["They stand in the plan again. A mark that the driver made before is still taken."],
  examples: ["unassign TH4821093753", "unassign --file parcels.txt", 'unassign --all-of "Sipho Nkosi" --date tomorrow'],
  options: {
    date: { type: "string", value: "day", help: "only on this day: 2026-12-01, tomorrow" },
    ...allOfOption,
    file: fileOption,
  },
  async run(call, desk) {
    const typed = call.option("date");
    const { parcels } = await stopsFrom(call, desk, dayFromToday(typed, desk.now));
    const day = typed || call.option("all-of") ? dayFromToday(typed, desk.now) : null;
    const waybillNos = [...new Set(parcels.waybillNos)];
    return actOnEach(desk, { ...parcels, waybillNos }, async (tx, waybillNo) => {
      const taken = await unassignStop(tx, waybillNo, day, desk.now);
      if (taken.length === 0)
        return { ok: true, output: [`${waybillNo}: nobody drives to it, as before.`], actions: [] };
      const details = taken.map(({ visit, day, driver }) => `${visit}, ${saWeekday(day)}, ${driver}`).join("; ");
      return {
        ok: true,
        output: [`${waybillNo}: no longer ${details}.`],
        actions: [{ action: "unassigned", subject: waybillNo, details }],
      };
    });
  },
};

/**
 * The parcels that a call names, or all unfinished stops of one driver on a day: a parcel with two visits has two. `visits`:
 * what each is for, where that is known.
 * @param wish only the stops for this visit
 */
async function stopsFrom(
  call: Call,
  desk: Desk,
  day: string,
  wish?: Visit,
): Promise<{ parcels: Parcels; visits: Visit[] }> {
  const allOf = call.option("all-of");
  if (allOf === undefined) return { parcels: parcelsFrom(call.words, call, desk), visits: [] };
  if (call.words.length > 0 || call.option("file")) throw new UsageError("Give numbers, or --all-of, not both.");
  const driver = await meantBy(desk.store.read, allOf);
  const views = await stopsInOrder(desk.store.read, driver, day);
  const open = views.filter(({ isOver, visit }) => !isOver && (!wish || visit === wish));
  if (open.length === 0) throw new UsageError(`${driver.name} has no open stop on ${saWeekday(day)}.`);
  const waybillNos = open.map(({ waybillNo }) => waybillNo);
  const parcels = { waybillNos, pieces: new Map(), unread: [], isList: false };
  return { parcels, visits: open.map(({ visit }) => visit) };
}

export const plan: Command = {
  name: "plan",
  right: "clerk",
  takes: "[--date <day>] [--driver <name>] [--postal <codes>] [--order <waybill no…> [--visit <visit>]]",
  summary: "what nobody drives to yet on a day; with --driver, give it all to them",
  more: [
    "By postal code: what is to be collected by that day, and what has been collected and not delivered. A gate where nobody",
    "was stays in it. Where the office has to settle first what a driver reported (show driver_reports), nobody is sent.",
    "--order puts a parcel's collection and delivery of one day together; with --visit only that one moves.",
    "Postal codes: 1431, or 14 for all that begin so, or 1400-1499; several with commas.",
  ],
  examples: [
    "plan",
    'plan --date tomorrow --driver "Sipho Nkosi" --postal 1400-1499,1804',
    'plan --driver "Sipho Nkosi" --order TH4821093753 TH1100220035',
    'plan --driver "Sipho Nkosi" --order TH4821093753 --visit delivery',
  ],
  options: {
    ...dayOption,
    driver: { type: "string", value: "name", help: "who drives them all" },
    postal: { type: "string", value: "codes", help: "only of these postal codes" },
    order: {
      type: "boolean",
      help: "put the driver's stops in the order of these numbers; the others follow as they were",
    },
    visit: { type: "string", value: "visit", help: "with --order: only collections, deliveries or returns" },
    file: fileOption,
  },
  async run(call, desk) {
    const { words, option, has } = call;
    if (option("visit") && !has("order")) throw new UsageError("--visit says which stops --order puts first.");
    if (has("order")) return putInOrder(call, desk);
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

/** Puts a driver's stops in the order in which they are typed. */
async function putInOrder(call: Call, desk: Desk): Promise<Answer> {
  const [name, day] = [driverNameFrom(call.option("driver")), dayFromToday(call.option("date"), desk.now)];
  const visit = visitFrom(call.option("visit"));
  const { waybillNos, unread } = parcelsFrom(call.words, call, desk);
  if (unread.length > 0) return refused(...unread);
  return act(desk, async (tx) => {
    const driver = await meantBy(tx, name);
    const strange = await orderStops(tx, driver, day, waybillNos, visit);
    if (strange.length > 0)
      return {
        ok: false,
        why: strange.map((no) => `${no}: ${driver.name} has no such ${visit ?? "stop"} on ${saWeekday(day)}.`),
      };
    const details = `${saWeekday(day)}: first ${waybillNos.join(", ")}${visit ? ` (${visit})` : ""}`;
    return {
      ok: true,
      output: [`${driver.name}, ${details}.`],
      actions: [{ action: "put stops in order", subject: driver.name, details }],
    };
  });
}

function visitFrom(typed: string | undefined): Visit | undefined {
  if (typed === undefined) return undefined;
  const visit = visits.find((each) => each === typed.toLowerCase());
  if (!visit) throw new UsageError(`"${typed}" isn't a visit. One of: ${visits.join(", ")}.`);
  return visit;
}
