import { delayedAt, placesOfVisits } from "#app/domain/drivers/delayed-stops.server";
import { postalCodesIn } from "#app/domain/drivers/postal-codes";
import { type StopView, stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { assignStop, orderStops, unassignStop } from "#app/domain/drivers/stops.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { type Visit, visits } from "#app/domain/parcels/visits";
import { saDay, saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { plainText } from "#app/language/plain-text";
import { field, listNamed, number, numbers, say } from "#app/language/say";
import { type Answer, list, refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, each, notDone } from "../desk.server";
import { kinds } from "../kinds.server";
import { actOnEach, type Parcels } from "../many.server";
import { goes, isUnderWay } from "../parcel-facts";
import { askAboutDelays, delayedYes } from "./ask-about-delays";
import { meantBy } from "./drivers-at-work.server";

const dayOption = {
  date: { kind: "day", label: "if not today" },
} as const;

const allOfOption = {
  "all-of": {
    kind: "driver",
    label: "all unfinished stops of this driver on that day",
    above: "Or all stops of a driver",
  },
} as const;

const IF_SENT = "If a driver goes there all the same";

export const assign = command({
  name: "assign",
  page: "check first",
  right: "clerk",
  also: "give to a driver, swap drivers, vehicle broke down, accident, bring it back, fetch it back, wrong receiver",
  // What was given to the wrong person is fetched back.
  possible: (parcel) => isUnderWay(parcel) || (goes(parcel) && parcel.isDelivered),
  summary: "give parcels to a driver, for today or another day",
  more: say`They go on the driver's list in the order in which you type them. Given to another driver or day, they
    move. Finished ones are left out, and named. What the driver before reported stays on the sheet. A parcel that
    waits for its collection is collected; any other is delivered. Use ${field("visit")} for a delivery before the
    parcel is collected, or for a return to its sender. If a parcel was delivered to the wrong person, fetch it back:
    a collection, with ${field("from")}. You are asked first where there is a delay.`,
  examples: [
    'assign TH4821093753 --driver "Sipho Nkosi"',
    'assign TH4821093753 TH1100220035 --driver "Sipho Nkosi" --date tomorrow',
    'assign --file parcels.txt --driver "Sipho Nkosi"',
    'assign --all-of "Sipho Nkosi" --driver "Anna Mokoena"',
    'assign TH4821093753 --driver "Sipho Nkosi" --visit return',
    'assign TH4821093753 --driver "Sipho Nkosi" --visit collection --from receiver',
  ],
  arguments: { waybill: { kind: "parcels", required: false } },
  options: {
    driver: { kind: "driver", label: "who drives", required: true },
    ...dayOption,
    ...allOfOption,
    visit: {
      kind: "choice",
      of: visits,
      label: "collection, delivery or return, if not the next one",
      above: "What for",
    },
    from: {
      kind: "choice",
      of: ["receiver"],
      label: "fetch a delivered parcel back from its receiver",
      above: "From whom",
    },
    yes: delayedYes,
  },
  async asks(typed, desk) {
    const { date: day = saDay(desk.now), visit } = typed;
    const { read } = desk.store;
    const { parcels, stops } = await stopsFrom(typed, desk, day, visit);
    const places = await placesOfVisits(read, parcels.waybillNos, (_, at) => stops[at]?.visit ?? visit);
    return askAboutDelays(await delayedAt(read, places, day, desk.now), IF_SENT, desk.now);
  },
  async run(typed, desk) {
    const { driver: name, date: day = saDay(desk.now), visit, from: whose } = typed;
    if (whose && visit && visit !== "collection") throw new UsageError("To fetch a parcel back, choose a collection.");
    const driver = await meantBy(desk.store.read, name);
    if (driver.blockedAt) return refused(say`${driver.name} is blocked.`);
    const { parcels, stops } = await stopsFrom(typed, desk, day, visit);
    return actOnEach(desk, parcels, async (tx, waybillNo, at) => {
      const assigned = await assignStop(
        tx,
        { waybillNo, driver, day, ...(stops[at] ?? { visit, fromReceiver: whose === "receiver" }) },
        desk.now,
      );
      if (!assigned.ok && assigned.isFinished && parcels.waybillNos.length > 1)
        return did(null, say`${number(waybillNo)}: left out, ${assigned.why}.`);
      if (!assigned.ok) return notDone(say`${number(waybillNo)}: ${assigned.why}.`);
      const from = assigned.movedFrom && [
        assigned.movedFrom.driver,
        assigned.movedFrom.day === day ? "" : saWeekday(assigned.movedFrom.day),
      ];
      const instead = from ? `, instead of ${from.filter(Boolean).join(", ")}` : "";
      const fromReceiver = (stops[at]?.fromReceiver ?? whose) ? " from its receiver" : "";
      const details = `${assigned.visit}${fromReceiver}, ${saWeekday(day)}, ${driver.name}${instead}`;
      return did(
        assigned.added && { action: "assigned", subject: waybillNo, details },
        say`${number(waybillNo)}: ${details}${assigned.added ? "" : ", as before"}.`,
      );
    });
  },
});

export const unassign = command({
  name: "unassign",
  page: "check first",
  right: "clerk",
  also: "take from a driver, nobody drives, driver is ill",
  possible: isUnderWay,
  summary: "take parcels from their drivers: from today on, or for one day",
  more: "They are in the plan again. A mark that the driver made before still counts.",
  needs: "a stop of a driver",
  examples: ["unassign TH4821093753", "unassign --file parcels.txt", 'unassign --all-of "Sipho Nkosi" --date tomorrow'],
  arguments: { waybill: { kind: "parcels", required: false } },
  options: { date: { kind: "day", label: "if only for this day" }, ...allOfOption },
  async run(typed, desk) {
    const today = saDay(desk.now);
    const { parcels } = await stopsFrom(typed, desk, typed.date ?? today);
    const day = typed.date ?? (typed["all-of"] ? today : null);
    const waybillNos = [...new Set(parcels.waybillNos)];
    return actOnEach(desk, { ...parcels, waybillNos }, async (tx, waybillNo) => {
      const taken = await unassignStop(tx, waybillNo, day, desk.now);
      if (taken.length === 0) return did(null, say`${number(waybillNo)}: it has no driver, as before.`);
      const details = taken.map(({ visit, day, driver }) => `${visit}, ${saWeekday(day)}, ${driver}`).join("; ");
      return did(
        { action: "unassigned", subject: waybillNo, details },
        say`${number(waybillNo)}: no longer ${details}.`,
      );
    });
  },
});

/**
 * The parcels that a call names, or all unfinished stops of one driver on a day: a parcel with two visits has two. `stops`:
 * what each is for, where that is known.
 * @param wish only the stops for this visit
 */
async function stopsFrom(
  { waybill, "all-of": allOf }: { waybill: Parcels | undefined; "all-of": string | undefined },
  desk: Desk,
  day: string,
  wish?: Visit,
): Promise<{ parcels: Parcels; stops: Pick<StopView, "visit" | "fromReceiver">[] }> {
  if (waybill && allOf) throw new UsageError(say`Give numbers, or ${field("all-of")}, not both.`);
  if (waybill) return { parcels: waybill, stops: [] };
  if (!allOf) throw new UsageError(kinds.parcels.missing);
  const driver = await meantBy(desk.store.read, allOf);
  const views = await stopsInOrder(desk.store.read, driver, day, desk.now);
  const open = views.filter(({ nothingLeft, visit }) => !nothingLeft && (!wish || visit === wish));
  if (open.length === 0) throw new UsageError(say`${driver.name} has no open stop on ${saWeekday(day)}.`);
  const waybillNos = open.map(({ waybillNo }) => waybillNo);
  const parcels = { waybillNos, pieces: new Map(), unread: [], isList: false };
  return { parcels, stops: open.map(({ visit, fromReceiver }) => ({ visit, fromReceiver })) };
}

export const plan = command({
  name: "plan",
  page: "check first",
  right: "clerk",
  also: "tomorrow's round, nobody drives, unassigned, route, order of stops",
  possible: "never",
  summary: "stops without a driver on a day; choose a driver to give them all to one person",
  more: say`Sorted by postal code: parcels to collect by that day, and parcels that were collected and not
    delivered. Where nobody was there, the parcel stays in the plan. Where the office has to settle a driver's report
    first (${listNamed("driver_reports")}), nobody is sent. You are asked first where there is a delay.
    ${field("order")} moves a parcel's collection and delivery of that day together; with ${field("visit")} only that
    one moves. Postal codes: 1431, or 14 for all that begin with it, or 1400-1499; several with commas.`,
  examples: [
    'plan --date tomorrow --driver "Sipho Nkosi" --postal 1400-1499,1804',
    "plan",
    'plan --driver "Sipho Nkosi" --order TH4821093753 TH1100220035',
    'plan --driver "Sipho Nkosi" --order TH4821093753 --visit delivery',
  ],
  arguments: { waybill: { kind: "parcels", required: false } },
  options: {
    ...dayOption,
    driver: { kind: "driver", label: "the driver who gets them all" },
    postal: {
      kind: "words",
      shown: "codes",
      read: postalFrom,
      label: "only of these postal codes",
      above: "Postal codes",
    },
    order: {
      kind: "flag",
      label: "put the driver's stops in the order of these numbers; the others follow as they were",
      above: "In this order",
    },
    visit: {
      kind: "choice",
      of: visits,
      label: say`with ${field("order")}: only collections, deliveries or returns`,
      above: "Which stops move",
    },
    yes: delayedYes,
  },
  async asks({ driver, date, postal: isWanted = () => true, order }, { store, now }) {
    if (!driver || order) return [];
    const day = date ?? saDay(now);
    const waiting = await unassigned(store.read, day, isWanted);
    return askAboutDelays(await delayedAt(store.read, waiting, day, now), IF_SENT, now);
  },
  async run({ waybill, driver: name, date, postal: isWanted = () => true, order, visit }, desk) {
    const day = date ?? saDay(desk.now);
    if (visit && !order) throw new UsageError(say`${field("visit")} says which stops ${field("order")} puts first.`);
    if (order) {
      if (!name) throw new UsageError(kinds.driver.missing);
      if (!waybill) throw new UsageError(kinds.parcels.missing);
      return putInOrder(desk, { name, day, visit, parcels: waybill });
    }
    if (waybill) throw new UsageError(say`Numbers are for ${field("order")}: it puts their stops first.`);
    if (!name) {
      const waiting = await unassigned(desk.store.read, day, isWanted);
      const delayed = await delayedAt(desk.store.read, waiting, day, desk.now);
      const rows = waiting.map(({ waybillNo, driverSaid, ...row }) => ({
        waybill_no: waybillNo,
        ...row,
        driver_said: driverSaid,
        delayed: delayed.find(({ waybillNos }) => waybillNos.includes(waybillNo))?.delay.because ?? null,
      }));
      const columns = ["waybill_no", "visit", "postal", "address", "agreed", "driver_said", "delayed"];
      return list(rows, "Every stop has a driver.", columns);
    }
    return act(desk, async (tx) => {
      const driver = await meantBy(tx, name);
      if (driver.blockedAt) return notDone(say`${driver.name} is blocked.`);
      const waiting = await unassigned(tx, day, isWanted);
      const outcome = await each(waiting, async ({ waybillNo, visit, postal, suburb }) => {
        const assigned = await assignStop(tx, { waybillNo, driver, day, visit }, desk.now);
        if (!assigned.ok) return notDone(say`${number(waybillNo)}: ${assigned.why}.`);
        const details = `${visit}, ${saWeekday(day)}, ${driver.name}`;
        return did(
          { action: "assigned", subject: waybillNo, details },
          say`${number(waybillNo)}: ${visit}, ${postal} ${suburb}`,
        );
      });
      if (!outcome.ok) return outcome;
      return did(
        outcome.actions,
        ...outcome.output,
        say`${driver.name}, ${saWeekday(day)}: ${waiting.length} more stops.`,
      );
    });
  },
});

/** Puts a driver's stops in the order in which they are typed. */
async function putInOrder(
  desk: Desk,
  { name, day, visit, parcels }: { name: string; day: string; visit: Visit | undefined; parcels: Parcels },
): Promise<Answer> {
  const { waybillNos, unread } = parcels;
  if (unread.length > 0) return refused(...unread);
  return act(desk, async (tx) => {
    const driver = await meantBy(tx, name);
    const strange = await orderStops(tx, driver, day, waybillNos, visit);
    const what = `${driver.name} has no such ${visit ?? "stop"} on ${saWeekday(day)}.`;
    if (strange.length > 0) return notDone(...strange.map((no) => say`${number(no)}: ${what}`));
    const details = say`${saWeekday(day)}: first ${numbers(waybillNos)}${visit ? ` (${visit})` : ""}`;
    const record = { action: "put stops in order", subject: driver.name, details: plainText(details) };
    return did(record, say`${driver.name}, ${details}.`);
  });
}

function postalFrom(typed: string): (postal: string) => boolean {
  const isWanted = postalCodesIn(typed);
  if (!isWanted) throw new UsageError(say`"${typed}" isn't a list of postal codes. Write 1431, 14 or 1400-1499.`);
  return isWanted;
}
