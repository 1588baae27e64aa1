import { brand } from "#app/brand";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { checkPin } from "#app/domain/parcels/delivery-pin.server";
import { endings } from "#app/domain/parcels/endings";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { type Marking, spokenMark } from "#app/domain/parcels/mark-parcel.server";
import { townFrom } from "#app/domain/parcels/marks";
import { LONGEST_NOTE, noteBooking } from "#app/domain/parcels/quotes/booking-notes.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { choice, commandNamed, field, number, say } from "#app/language/say";
import { type Answer, refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, notDone, type Outcome } from "../desk.server";
import { actOnEach } from "../many.server";
import { isUnderWay } from "../parcel-facts";
import { askAboutCharges } from "./ask-about-charges";

export const mark = command({
  name: "mark",
  page: "check first",
  right: "clerk",
  also: "collected, delivered, failed, lost, damaged, returned, at the depot, ended, police",
  possible: isUnderWay,
  summary: "record what happened to parcels; their tracking pages show it at once",
  more: say`You can mark several parcels at once. If one of those that you type can't be marked, none is. From a
    list, all that can be are marked, and the others are named. Marking again changes nothing. We tell sender and
    receiver after one minute. Undo the mark before then and nobody is told; later, both get a correction.
    ${choice("failed-collection")} and ${choice("failed-attempt")}: our driver came, and nobody was there.
    ${choice("at-depot")}: it waits at our depot for its receiver. ${choice("ended")}, with ${field("because")}: it
    will not arrive, and leaves every list. You are asked first before a parcel goes out for delivery, or is delivered, that waits for its
    sender to pay more (${commandNamed("charge")}). A place is a town: everybody who knows the waybill number can read it.`,
  examples: [
    "mark collected TH4821093753",
    "mark in-transit TH4821093753 TH1100220035 --place Bloemfontein",
    "mark collected --file parcels.txt",
    'mark delivered TH4821093753 --at "2026-11-21 14:05"',
    "mark delivered TH4821093753 --pieces 2",
    "mark ended TH4821093753 --because lost",
  ],
  arguments: { mark: { kind: "mark" }, waybill: { kind: "parcels" } },
  options: {
    pieces: {
      kind: "count",
      label: "how many pieces, if not all that are left",
    },
    place: { kind: "words", shown: "town", read: placeFrom, label: "where, if it helps the customer" },
    because: {
      kind: "choice",
      of: endings,
      label: say`with ${choice("ended")}: why it will not arrive`,
      above: "Why it ended",
    },
    at: { kind: "moment", label: "when it happened, if not now", above: "When" },
    correct: {
      kind: "flag",
      label: "even if another mark stands in the way, for example when a delivered parcel came back",
      above: "Out of order",
    },
    yes: {
      kind: "flag",
      label: say`with ${choice("out-for-delivery")} and ${choice("delivered")}: even if its sender was asked to pay more`,
      above: "It goes all the same",
    },
  },
  async asks({ mark: kind, waybill }, { store }) {
    if (kind === "out_for_delivery") return askAboutCharges(store.read, waybill.waybillNos, "If it went all the same");
    if (kind !== "delivered") return [];
    return askAboutCharges(store.read, waybill.waybillNos, "If it was delivered all the same");
  },
  async run({ mark: kind, waybill: parcels, place = null, at, pieces: typedPieces, because, correct }, desk) {
    if (kind === "ended" && !because)
      throw new UsageError(say`Why will it not arrive? Use ${field("because")}: ${endings.join(", ")}.`);
    if (kind === "ended" && typedPieces)
      throw new UsageError(say`It ends for all pieces that are left: leave out ${field("pieces")}.`);
    if (kind !== "ended" && because) throw new UsageError(say`${field("because")} is for ${choice("ended")}.`);
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const pieces = typedPieces ?? parcels.pieces.get(waybillNo)?.size;
      const marked = await markAndNotify(
        tx,
        waybillNo,
        { kind, place, happenedAt: at ?? desk.now, pieces, because, correct },
        desk.now,
      );
      if (!marked.ok) return notMarked(waybillNo, marked);
      const { count, of } = marked.pieces;
      const some = count < of ? `, ${count} of ${of} pieces` : "";
      const inWords = `${spokenMark(kind)}${because ? `, ${because}` : ""}${some}${place ? ` (${place})` : ""}`;
      const details = `${saDateTime(marked.since)}${because ? `, ${because}` : ""}${some}${place ? `, ${place}` : ""}`;
      return did(
        marked.added && { action: `marked ${spokenMark(kind)}`, subject: waybillNo, details },
        say`${number(waybillNo)}: ${inWords}${marked.added ? "" : " already"}, ${saDateTime(marked.since)}.`,
      );
    });
  },
});

export const fetched = command({
  name: "fetched",
  page: "check first",
  right: "clerk",
  also: "picked up at the depot, collected at the counter, PIN",
  possible: (parcel) => isUnderWay(parcel) && parcel.isCollected,
  summary: "record that the receiver fetched the parcel at the depot, and said the PIN",
  more: say`The parcel is then delivered, and sender and receiver are told. Wrong PINs are counted, as at the door:
    after five, find out who it is. If no message could bring the receiver the PIN, check who they are, and write
    their name and why there is no PIN. That is kept as a note, and deleted with the names of the booking.`,
  needs: "a parcel with a PIN",
  examples: ["fetched TH4821093753 --pin 1234", 'fetched TH4821093753 --name "Sipho Dlamini" --because "no phone"'],
  arguments: { waybill: { kind: "waybill" } },
  options: {
    pin: {
      kind: "words",
      label: "the four digits that the receiver was sent",
      above: "PIN",
    },
    name: { kind: "words", label: "instead of the PIN: who took it, as their ID says", above: "Or who took it" },
    because: { kind: "words", label: say`with ${field("name")}: why there is no PIN`, above: "Why there is no PIN" },
    yes: { kind: "flag", label: "even if its sender was asked to pay more", above: "It is meant" },
  },
  asks: ({ waybill }, { store }) => askAboutCharges(store.read, [waybill], "If it is handed over all the same"),
  async run({ waybill: waybillNo, pin, name, because }, desk) {
    if (pin ? name || because : !name)
      throw new UsageError(
        say`Which PIN did the receiver say? Use ${field("pin")}, such as 1234; without one, ${field("name")} and ${field("because")}.`,
      );
    if (!pin) return handOver(desk, waybillNo, withoutPin(name, because));
    // In a transaction of its own, so that a wrong PIN is counted although nothing else happens; in a dry run too, which
    // would otherwise tell the PIN to whoever tries them all.
    const check = await desk.store.tx((tx) => checkPin(tx, waybillNo, pin));
    if (check.kind !== "right") return refused(say`${number(waybillNo)}: ${wrongPin[check.kind]}`);
    return handOver(desk, waybillNo, null);
  },
});

/**
 * Marks a parcel as delivered at the depot.
 * @param note who took it, where no PIN proves it
 */
function handOver(desk: Desk, waybillNo: string, note: string | null): Promise<Answer> {
  return act(desk, async (tx) => {
    const place = `${brand.city} depot`;
    const marked = await markAndNotify(tx, waybillNo, { kind: "delivered", place, happenedAt: desk.now }, desk.now);
    if (!marked.ok) return notMarked(waybillNo, marked);
    const { quoteId } = (await findWaybill(tx, waybillNo)) ?? {};
    const who = desk.personName ?? "";
    if (note && quoteId && marked.added) await noteBooking(tx, { quoteId, who, note }, desk.now);
    const already = marked.added ? "" : " already";
    const details = note ? "by name" : "by PIN";
    return did(
      marked.added && { action: "marked fetched at the depot", subject: waybillNo, details },
      say`${number(waybillNo)}: fetched at the depot${already}, ${saDateTime(marked.since)}.`,
    );
  });
}

function notMarked(waybillNo: string, { why, remedy }: Marking & { ok: false }): Outcome {
  return notDone(say`${number(waybillNo)}: ${remedy ? say`${why}; ${remedy}` : why}.`);
}

/** Who took it, for the booking's notes. */
function withoutPin(name = "", because = ""): string {
  if (!because) throw new UsageError(say`Why is there no PIN? Use ${field("because")}, such as “no phone”.`);
  const note = `Fetched at the depot by ${name}, without the PIN: ${because}`;
  if (note.length > LONGEST_NOTE)
    throw new UsageError(say`Name and reason can have at most ${LONGEST_NOTE} characters.`);
  return note;
}

const wrongPin = {
  wrong: say`that is not its PIN. Nothing is marked.`,
  locked: say`five wrong PINs were said. Find out who it is, then use ${field("name")} and ${field("because")}.`,
  none: say`it has no PIN: it wasn't out for delivery, and its receiver didn't ask to fetch it at the depot (${commandNamed("agree")}).`,
};

export const undo = command({
  name: "undo mark",
  page: "check first",
  right: "clerk",
  also: "wrong mark, delivered by mistake, not delivered",
  // A booking that was cancelled stays so.
  possible: ({ hasMark, isCancelled }) => hasMark && !isCancelled,
  summary: "undo a parcel's last mark",
  more: "The tracking page no longer shows it. The record of who did what still does.",
  needs: "a marked parcel",
  examples: ["undo mark TH4821093753", "undo mark --file parcels.txt"],
  arguments: { waybill: { kind: "parcels" } },
  async run({ waybill: parcels }, desk) {
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const undone = await undoAndNotify(tx, waybillNo, desk.now);
      if (!undone.ok) return notDone(say`${number(waybillNo)}: ${undone.why}.`);
      const what = `${spokenMark(undone.undone.kind)}, ${saDateTime(undone.undone.happenedAt)}`;
      return did(
        { action: "took back mark", subject: waybillNo, details: what },
        say`${number(waybillNo)} is no longer ${what}.`,
      );
    });
  },
});

function placeFrom(typed: string): string {
  const town = townFrom(typed);
  if (!town) throw new UsageError(say`"${typed}" isn't a town. No streets, numbers or people: everybody can read it.`);
  return town;
}
