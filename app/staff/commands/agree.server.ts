import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { delayedAt, placesOfVisits } from "#app/domain/drivers/delayed-stops.server";
import { agreeOnDepot, dropWishOfNote } from "#app/domain/drivers/take-wish.server";
import { visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { answerReports, noteAnswers } from "#app/domain/parcels/open-reports.server";
import { dropLastNote, LONGEST_NOTE, noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { whyClosed } from "#app/domain/prices/proclaimed-holidays.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, number, say, tick } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { did, emailNote, notDone, type Outcome } from "../desk.server";
import { actOnEach } from "../many.server";
import { isUnderWay } from "../parcel-facts";
import { askAboutDelays } from "./ask-about-delays";
import { actOnBooking } from "./bookings.server";

export const agree = command({
  name: "agree",
  page: "check first",
  right: "clerk",
  possible: isUnderWay,
  summary:
    "record the day that you agreed to collect or deliver a parcel, to bring it back, or that its receiver fetches it",
  more: say`Before the parcel is collected it is the day of the collection, afterwards of the delivery, and on its way
    back of the return. It comes before the day that the customer asked for, in every list. The customer gets an email.
    ${field("depot")}: the receiver said by phone that they fetch it there. They get their PIN. ${field("none")} takes
    back what was agreed. You are asked first about a Sunday, a public holiday (${commandNamed("list holidays")})
    and a delayed place.`,
  examples: [
    "agree TH4821093753 --day 2026-12-01 --from 09:00 --to 12:00",
    "agree TH4821093753 --day tomorrow",
    "agree --file parcels.txt --day 2026-12-01",
    "agree TH4821093753 --depot",
    "agree TH4821093753 --none",
  ],
  arguments: { waybill: { kind: "parcels" } },
  options: {
    day: { kind: "day", label: "the day that you agreed" },
    from: { kind: "time", label: "not before", above: "Not before" },
    to: { kind: "time", label: "not after", above: "Not after" },
    yes: { kind: "flag", label: "although it is a Sunday or a public holiday, or a delay keeps us from there" },
    depot: { kind: "flag", label: "the receiver fetches it at the depot", above: "At the depot" },
    none: { kind: "flag", label: "nothing is agreed any more", above: "No day" },
  },
  async asks({ waybill, day, none, depot }, { store, now }) {
    if (!day || none || depot) return [];
    const closed = await whyClosed(store.read, day);
    const places = await placesOfVisits(store.read, waybill.waybillNos);
    return [
      ...(closed ? [say`${saWeekday(day)} is ${closed}. If you really agreed on it, ${tick("yes")}.`] : []),
      ...askAboutDelays(await delayedAt(store.read, places, day, now), "If you really agreed on it", now),
    ];
  },
  async run({ waybill, day, from = null, to = null, depot, none }, desk) {
    if (day && none) throw new UsageError(say`Use ${field("day")} or ${field("none")}, not both.`);
    if (depot && (day || none || from || to))
      throw new UsageError(say`${field("depot")} takes no day, no time and no ${field("none")}.`);
    if (depot) return actOnEach(desk, waybill, (tx, waybillNo) => agreeDepot(tx, waybillNo, desk.now));
    if (!day && !none) throw new UsageError(say`Which day was agreed? Use ${field("day")}, such as tomorrow.`);
    const agreed = day ? { day, fromTime: from, untilTime: to } : null;
    return actOnEach(desk, waybill, async (tx, waybillNo) => {
      const outcome = await agreeVisit(tx, waybillNo, agreed, desk.now);
      if (!outcome.ok) return notDone(say`${number(waybillNo)}: ${outcome.why}.`);
      const doing = {
        ...{ collection: "will be collected on", delivery: "will be delivered on", return: "will be brought back on" },
      }[outcome.stop];
      const what = agreed ? `${doing} ${visitInWords(agreed)}` : `has no agreed ${outcome.stop} any more`;
      if (!outcome.added)
        return did(null, say`${number(waybillNo)} ${what}. This was so already: no second email is sent.`);
      const instead = outcome.agreedBefore ? `, before: ${visitInWords(outcome.agreedBefore)}` : "";
      const details = agreed
        ? `${outcome.stop} on ${visitInWords(agreed)}${instead}`
        : `no ${outcome.stop} agreed${instead}`;
      return did(
        { action: "agreed", subject: waybillNo, details },
        say`${number(waybillNo)} ${what}${instead}.`,
        emailNote,
      );
    });
  },
});

async function agreeDepot(tx: Tx, waybillNo: string, now: Date): Promise<Outcome> {
  const agreeing = await agreeOnDepot(tx, waybillNo, now);
  if (!agreeing.ok) return notDone(say`${number(waybillNo)}: ${agreeing.why}.`);
  const { added, words, hasPin } = agreeing;
  return did(
    added && { action: "agreed", subject: waybillNo, details: words },
    say`${number(waybillNo)}: ${words}${added ? "" : ", as before"}.`,
    hasPin
      ? "The receiver gets the PIN."
      : say`No message reaches the receiver: they show who they are (${commandNamed("fetched", { waybill: waybillNo })}).`,
  );
}

export const note = command({
  name: "note booking",
  page: "check first",
  right: "clerk",
  possible: () => true,
  summary: "note something about a booking for everybody in the office and on the road",
  more: say`Every list of the parcel shows it. Customers never read it. If you delete what the receiver asked for
    (${field("undo")}), it doesn't hold any more, and they are told while the parcel is to come. What was agreed about
    pieces that weren't sent is noted so: then today no longer asks for it. It is deleted with the names of the booking.`,
  examples: ['note booking TH4821093753 "call after 5"', "note booking TH4821093753 --undo"],
  arguments: { number: { kind: "number" }, words: { kind: "words", label: "the note", required: false } },
  options: { undo: { kind: "flag", label: "delete the last note", above: "Delete the last note" } },
  async run({ number: no, words = "", undo }, desk) {
    if (!undo && !words) throw new UsageError("Note what? For example: call after 5.");
    if (undo && words) throw new UsageError(say`${field("undo")} deletes the last note: it takes no words.`);
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
