import { type Agreeing, agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { delayedAt, placesOfVisits } from "#app/domain/drivers/delayed-stops.server";
import { dropWishOfNote } from "#app/domain/drivers/take-wish.server";
import { visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { answerReports, noteAnswers } from "#app/domain/parcels/open-reports.server";
import { dropLastNote, LONGEST_NOTE, noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { whyClosed } from "#app/domain/prices/proclaimed-holidays.server";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { saDay, saWeekday, shortDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { plainText } from "#app/language/plain-text";
import { choice, commandNamed, field, joined, name, number, say, tick, type Words } from "#app/language/say";
import type { Next } from "../answer";
import { command, isNone } from "../command";
import { did, notDone } from "../desk.server";
import { actOnEach } from "../many.server";
import { isUnderWay } from "../parcel-facts";
import { whoIsTold } from "../who-is-told.server";
import { agreeDepot, agreeNeighbour, dropNeighbour, neighbourFrom } from "./agree-by-phone.server";
import { askAboutCharges } from "./ask-about-charges";
import { askAboutDelays } from "./ask-about-delays";
import { actOnBooking } from "./bookings.server";

/** More of them are no address for a page. */
const MOST_GIVEN = 100;

const IF_AGREED = "If you really agreed on it";

export const agree = command({
  name: "agree",
  page: "check first",
  right: "clerk",
  also: "another day, new day, time, appointment, fetch at the depot, come back, reschedule",
  possible: isUnderWay,
  summary:
    "record what was agreed on: the day to collect a parcel, deliver it or bring it back, a neighbour who takes it, or that its receiver fetches it",
  more: say`Before the parcel is collected this is the day of the collection, afterwards the day of the delivery,
    and on its way back the day of the return. Lists show this day instead of the one that the customer asked for,
    and the stop leaves drivers' lists of other days. The sender gets an email. For a delivery the receiver gets one
    too, or a text if they have no email. ${field("neighbour")} and ${field("depot")} are for a receiver who phones.
    They get a message, and their PIN for the depot; the driver's list names the neighbour. ${field("none")} cancels
    what was agreed on, and ${choice("none")} as a neighbour removes the neighbour. You are asked first about a
    Sunday, a public holiday (${commandNamed("list holidays")}), a place with a delay, and a parcel that waits for its
    sender to pay more (${commandNamed("charge")}).`,
  examples: [
    "agree TH4821093753 --day 2026-12-01 --from 09:00 --to 12:00",
    "agree TH4821093753 --day tomorrow",
    "agree --file parcels.txt --day 2026-12-01",
    'agree TH4821093753 --neighbour "Mrs Zulu" --at "number 9"',
    "agree TH4821093753 --neighbour none",
    "agree TH4821093753 --depot",
    "agree TH4821093753 --none",
  ],
  arguments: { waybill: { kind: "parcels" } },
  options: {
    day: { kind: "day", label: "the day that you agreed" },
    from: { kind: "time", label: "not before", above: "Not before" },
    to: { kind: "time", label: "not after", above: "Not after" },
    yes: {
      kind: "flag",
      label: "even if it is a Sunday or a public holiday, there is a delay, or its sender was asked to pay more",
    },
    neighbour: {
      kind: "words",
      shown: "name",
      label: "who takes it for the receiver; none removes the neighbour",
      above: "A neighbour takes it",
    },
    at: { kind: "words", shown: "where", label: "where the neighbour lives", above: "At" },
    depot: { kind: "flag", label: "the receiver fetches it at the depot", above: "At the depot" },
    none: { kind: "flag", label: "cancel what was agreed on", above: "No day" },
  },
  async asks({ waybill, day, none, depot }, { store, now }) {
    if (!day || none || depot) return [];
    const closed = await whyClosed(store.read, day);
    const places = await placesOfVisits(store.read, waybill.waybillNos);
    return [
      ...(closed ? [say`${saWeekday(day)} is ${closed}. If you really agreed on it, ${tick("yes")}.`] : []),
      ...askAboutDelays(await delayedAt(store.read, places, day, now), IF_AGREED, now),
      ...(await askAboutCharges(store.read, waybill.waybillNos, IF_AGREED)),
    ];
  },
  async run({ waybill, day, from = null, to = null, neighbour, at, depot, none }, desk) {
    const hasDay = day || none || from || to;
    if (day && none) throw new UsageError(say`Use ${field("day")} or ${field("none")}, not both.`);
    if (depot && (hasDay || neighbour || at))
      throw new UsageError(
        say`With ${field("depot")}, leave out the day, the times, the neighbour and ${field("none")}.`,
      );
    if (depot) return actOnEach(desk, waybill, (tx, waybillNo) => agreeDepot(tx, waybillNo, desk));
    if ((neighbour || at) && hasDay)
      throw new UsageError(say`With ${field("neighbour")}, leave out the day: agree on it separately.`);
    if (neighbour && isNone(neighbour) && !at) return actOnEach(desk, waybill, (tx, no) => dropNeighbour(tx, no, desk));
    if (neighbour || at) {
      const asked = neighbourFrom(neighbour, at);
      return actOnEach(desk, waybill, (tx, waybillNo) => agreeNeighbour(tx, waybillNo, asked, desk));
    }
    if (!day && !none) throw new UsageError(say`Which day was agreed? Use ${field("day")}, such as tomorrow.`);
    const agreed = day ? { day, fromTime: from, untilTime: to } : null;
    const undriven: { waybillNo: string; driver: string | undefined }[] = [];
    const answer = await actOnEach(desk, waybill, async (tx, waybillNo) => {
      const outcome = await agreeVisit(tx, waybillNo, agreed, desk.now);
      if (!outcome.ok) return notDone(say`${number(waybillNo)}: ${outcome.why}.`);
      const { left } = outcome;
      if (agreed && !outcome.drives) undriven.push({ waybillNo, driver: left[0]?.driver });
      const doing = {
        ...{ collection: "will be collected on", delivery: "will be delivered on", return: "will be brought back on" },
      }[outcome.stop];
      const what = agreed ? `${doing} ${visitInWords(agreed)}` : `has no agreed ${outcome.stop} any more`;
      const stops = agreed ? stopsInWords(outcome, agreed.day, saDay(desk.now)) : [];
      if (!outcome.added)
        return did(
          left.length > 0 && { action: "agreed", subject: waybillNo, details: plainText(joined(stops)) },
          joined([say`${number(waybillNo)} ${what}. Nothing has changed, so nobody is told again.`, ...stops]),
        );
      const instead = outcome.agreedBefore ? `, before: ${visitInWords(outcome.agreedBefore)}` : "";
      const details = agreed
        ? `${outcome.stop} on ${visitInWords(agreed)}${instead}`
        : `no ${outcome.stop} agreed${instead}`;
      return did(
        { action: "agreed", subject: waybillNo, details },
        joined([say`${number(waybillNo)} ${what}${instead}.`, ...stops]),
        ...(await whoIsTold(tx, outcome.quote, desk)),
      );
    });
    return day && answer.kind !== "refused" ? { ...answer, next: toGive(undriven, day) } : answer;
  },
});

/** Whose list it leaves, and who drives it then. */
function stopsInWords({ left, drives, isOut }: Agreed, day: string, today: string): Words[] {
  const ofDay = (each: string) => (each === today ? "today" : shortDate(each));
  const leaves = left.map((stop) => say`It leaves ${name(stop.driver)}'s stops of ${ofDay(stop.day)}.`);
  const inVan = left.find((stop) => isOut && stop.day === today);
  const carries =
    inVan && say`It is in that van: phone ${name(inVan.driver)}, ${number(phoneAsShown(inVan.driverPhone))}.`;
  const then = day === today ? "today" : `on ${shortDate(day)}`;
  const drive = drives ? say`${name(drives.driver)} drives it ${then}.` : say`It has no driver ${then} yet.`;
  return [...leaves, ...(carries ? [carries] : []), drive];
}
type Agreed = Extract<Agreeing, { ok: true }>;

/** The way to give a driver what nobody drives: to the one who had it, if that is one. */
function toGive(undriven: readonly { waybillNo: string; driver: string | undefined }[], day: string): Next | undefined {
  if (undriven.length === 0 || undriven.length > MOST_GIVEN) return undefined;
  const [driver, ...others] = new Set(undriven.map((each) => each.driver ?? ""));
  const waybill = undriven.map(({ waybillNo }) => waybillNo).join(" ");
  const known = { waybill, date: day, ...(driver && others.length === 0 ? { driver } : {}) };
  return { words: "Give to a driver", command: "assign", known };
}

export const note = command({
  name: "note booking",
  page: "check first",
  right: "clerk",
  also: "remember, remark, comment, gate code, landmark",
  possible: () => true,
  summary: "add a note to a booking, for the office and the drivers",
  more: say`Every list that has the parcel shows the note. Customers never see it. If you delete a note of what the
    receiver asked for (${field("undo")}), that is cancelled, and they are told if the parcel is still to come. Note
    here what you agreed on about pieces that weren't sent: then today no longer asks. The note is deleted with the
    names of the booking.`,
  examples: ['note booking TH4821093753 "call after 5"', "note booking TH4821093753 --undo"],
  arguments: { number: { kind: "number" }, words: { kind: "words", label: "the note", required: false } },
  options: { undo: { kind: "flag", label: "delete the last note", above: "Delete the last note" } },
  async run({ number: no, words = "", undo }, desk) {
    if (!undo && !words) throw new UsageError("What should the note say? For example: call after 5.");
    if (undo && words) throw new UsageError(say`${field("undo")} deletes the last note: leave out the words.`);
    if (words.length > LONGEST_NOTE) throw new UsageError(say`A note can have at most ${LONGEST_NOTE} characters.`);
    return actOnBooking(desk, no, async (tx, quote) => {
      const action = (what: string) => ({ action: what, subject: quote.quoteNo, details: "" });
      if (undo) {
        const dropped = await dropLastNote(tx, quote.id);
        if (!dropped) return notDone(say`${number(no)} has no note.`);
        await dropWishOfNote(tx, quote, dropped.id, desk.now);
        return did(action("deleted note"), say`Deleted: “${dropped.note}”`);
      }
      const { added } = await noteBooking(tx, { quoteId: quote.id, who: desk.personName ?? "", note: words }, desk.now);
      if (!added) return did(null, say`${number(no)} has this note already.`);
      const waybill = await waybillOfQuote(tx, quote.id);
      if (waybill) await answerReports(tx, waybill.waybillNo, desk.now, { onlyIf: noteAnswers });
      return did(action("noted"), say`${number(no)}: noted.`);
    });
  },
});
