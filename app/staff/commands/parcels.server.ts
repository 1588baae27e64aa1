import { brand } from "#app/brand";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { checkPin } from "#app/domain/waybills/delivery-pin.server";
import { spokenMark } from "#app/domain/waybills/mark-parcel.server";
import { townFrom } from "#app/domain/waybills/marks";
import { refused } from "../answer";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { actOnEach } from "../many.server";

export const mark = command({
  name: "mark",
  page: "check first",
  right: "clerk",
  summary: "record what happened to parcels; their tracking pages show it at once",
  more: [
    "You can mark several parcels at once.",
    {
      typed:
        "If one of those that you type can't be marked, none is. Of a list from a file, a pipe or a scanner all that can be\nare marked, and the others are told.",
      page: "All that can be marked are, and the others are named.",
    },
    "Marking again changes nothing.",
    "Its people are told a minute later: what you undo before then tells nobody, after that a correction goes out.",
    {
      typed: "failed-collection and failed-attempt: our driver came, and nobody was there.",
      page: "“Failed collection” and “Failed attempt”: our driver came, and nobody was there.",
    },
    "A place is a town. Everybody who knows the waybill number can read it.",
  ],
  examples: [
    "mark collected TH4821093753",
    "mark in-transit TH4821093753 TH1100220035 --place Bloemfontein",
    "mark collected --file parcels.txt",
    'mark delivered TH4821093753 --at "2026-11-21 14:05"',
    "mark delivered TH4821093753 --pieces 2",
  ],
  arguments: { mark: { kind: "mark" }, waybill: { kind: "parcels" } },
  options: {
    pieces: {
      kind: "count",
      label: "of how many pieces, if not of all that are left",
      page: { hint: "How many, if not all that are left" },
    },
    place: { kind: "words", shown: "town", read: placeFrom, label: "where, if it helps the customer" },
    at: {
      kind: "moment",
      label: "when, if not now: 14:05 or 2026-11-21 14:05",
      page: { label: "When", hint: "If not now" },
    },
    correct: {
      kind: "flag",
      label: "although it is out of order: a delivered parcel that came back",
      page: { label: "Out of order", hint: "A delivered parcel that came back" },
    },
  },
  async run({ mark: kind, waybill: parcels, place = null, at, pieces: typedPieces, correct }, desk) {
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const pieces = typedPieces ?? parcels.pieces.get(waybillNo)?.size;
      const marked = await markAndNotify(
        tx,
        waybillNo,
        { kind, place, happenedAt: at ?? desk.now, pieces, correct },
        desk.now,
      );
      if (!marked.ok) return notDone(`${waybillNo}: ${marked.refusal}.`);
      const { count, of } = marked.pieces;
      const some = count < of ? `, ${count} of ${of} pieces` : "";
      const inWords = `${spokenMark(kind)}${some}${place ? ` (${place})` : ""}`;
      const details = `${saDateTime(marked.since)}${some}${place ? `, ${place}` : ""}`;
      return did(
        marked.added && { action: `marked ${spokenMark(kind)}`, subject: waybillNo, details },
        `${waybillNo} is ${inWords}${marked.added ? "" : " already"}, ${saDateTime(marked.since)}.`,
      );
    });
  },
});

export const fetched = command({
  name: "fetched",
  page: "check first",
  right: "clerk",
  summary: "record “Fetched at the depot”: the receiver took the parcel there, and said the PIN",
  more: [
    "It is delivered then, and its people are told. A wrong PIN is counted, as at the door: after five, find out who it is and mark it",
    "delivered.",
  ],
  examples: ["fetched TH4821093753 --pin 1234"],
  arguments: { waybill: { kind: "waybill" } },
  options: {
    pin: {
      kind: "words",
      label: "the four digits that the receiver was sent",
      required: "Which PIN did the receiver say? Use --pin, such as 1234.",
    },
  },
  async run({ waybill: waybillNo, pin }, desk) {
    // In a transaction of its own, so that a wrong PIN is counted although nothing else happens; in a dry run too, which
    // would otherwise tell the PIN to whoever tries them all.
    const check = await desk.store.tx((tx) => checkPin(tx, waybillNo, pin));
    if (check.kind !== "right") return refused(`${waybillNo}: ${wrongPin[check.kind]}`);
    return act(desk, async (tx) => {
      const place = `${brand.city} depot`;
      const marked = await markAndNotify(tx, waybillNo, { kind: "delivered", place, happenedAt: desk.now }, desk.now);
      if (!marked.ok) return notDone(`${waybillNo}: ${marked.refusal}.`);
      const already = marked.added ? "" : " already";
      return did(
        marked.added && { action: "marked fetched at the depot", subject: waybillNo, details: "by PIN" },
        `${waybillNo} is fetched at the depot${already}, ${saDateTime(marked.since)}.`,
      );
    });
  },
});

const wrongPin = {
  wrong: "that is not its PIN. Nothing is marked.",
  locked: "five wrong PINs were said. Find out who it is, then mark it delivered.",
  none: "it has no PIN: it wasn't out for delivery, and its receiver didn't ask to fetch it.",
};

export const undo = command({
  name: "undo mark",
  page: "check first",
  right: "clerk",
  summary: "undo a parcel's last mark",
  more: ["The tracking page no longer shows it. The record of who did what still does."],
  examples: ["undo mark TH4821093753", "undo mark --file parcels.txt"],
  arguments: { waybill: { kind: "parcels" } },
  async run({ waybill: parcels }, desk) {
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const undone = await undoAndNotify(tx, waybillNo, desk.now);
      if (!undone.ok) return notDone(`${waybillNo}: ${undone.refusal}.`);
      const what = `${spokenMark(undone.undone.kind)}, ${saDateTime(undone.undone.happenedAt)}`;
      return did({ action: "took back mark", subject: waybillNo, details: what }, `${waybillNo} is no longer ${what}.`);
    });
  },
});

function placeFrom(typed: string): string {
  const town = townFrom(typed);
  if (!town) throw new UsageError(`"${typed}" isn't a town. No streets, numbers or people: everybody can read it.`);
  return town;
}
