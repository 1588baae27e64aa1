import { brand } from "#app/brand";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { checkPin, readPin } from "#app/domain/waybills/delivery-pin.server";
import { spokenMark } from "#app/domain/waybills/mark-parcel.server";
import { type Mark, marks, townFrom } from "#app/domain/waybills/marks";
import { UsageError } from "../../domain/values/usage-error";
import { refused } from "../answer";
import type { Command } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { actOnEach, fileOption, parcelsFrom } from "../many.server";
import { momentFrom, nothingMore, numberFrom, piecesFrom } from "../words";

const allMarks = marks.map((mark) => mark.replaceAll("_", "-"));

export const mark: Command = {
  name: "mark",
  right: "clerk",
  takes: `<${allMarks.join("|")}> <waybill no…>`,
  summary: "record what happened to parcels; their tracking pages show it at once",
  more: [
    "You can mark several parcels at once. If one of those that you type can't be marked, none is. Of a list from a file, a pipe",
    "or a scanner (mark collected -) all that can be are marked, and the others are told. Marking again changes nothing.",
    "Its people are told a minute later: what you undo before then tells nobody, after that a correction goes out.",
    "failed-collection and failed-attempt: our driver came, and nobody was there.",
    "A place is a town. Everybody who knows the waybill number can read it.",
  ],
  examples: [
    "mark collected TH4821093753",
    "mark in-transit TH4821093753 TH1100220035 --place Bloemfontein",
    "mark collected --file parcels.txt",
    'mark delivered TH4821093753 --at "2026-11-21 14:05"',
    "mark delivered TH4821093753 --pieces 2",
  ],
  options: {
    pieces: { type: "string", value: "count", help: "of how many pieces, if not of all that are left" },
    place: { type: "string", value: "town", help: "where, if it helps the customer" },
    at: { type: "string", value: "time", help: 'when, if not now: 14:05, or "2026-11-21 14:05"' },
    correct: { type: "boolean", help: "although it is out of order: a delivered parcel that came back" },
    file: fileOption,
  },
  async run(call, desk) {
    const { words, option, has } = call;
    const { kind, rest } = markFrom(words);
    const parcels = parcelsFrom(rest, call, desk);
    const place = placeFrom(option("place"));
    const happenedAt = momentFrom(option("at"), desk.now);
    const typedPieces = piecesFrom(option("pieces"));
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const pieces = typedPieces ?? parcels.pieces.get(waybillNo)?.size;
      const correct = has("correct");
      const marked = await markAndNotify(tx, waybillNo, { kind, place, happenedAt, pieces, correct }, desk.now);
      if (!marked.ok) return { ok: false, why: [`${waybillNo}: ${marked.refusal}.`] };
      const { count, of } = marked.pieces;
      const some = count < of ? `, ${count} of ${of} pieces` : "";
      const inWords = `${spokenMark(kind)}${some}${place ? ` (${place})` : ""}`;
      const details = `${saDateTime(marked.since)}${some}${place ? `, ${place}` : ""}`;
      return {
        ok: true,
        output: [`${waybillNo} is ${inWords}${marked.added ? "" : " already"}, ${saDateTime(marked.since)}.`],
        actions: marked.added ? [{ action: `marked ${spokenMark(kind)}`, subject: waybillNo, details }] : [],
      };
    });
  },
};

export const fetched: Command = {
  name: "fetched",
  right: "clerk",
  takes: "<waybill no> --pin <pin>",
  summary: "record “Fetched at the depot”: the receiver took the parcel there, and said the PIN",
  more: [
    "It is delivered then, and its people are told. A wrong PIN is counted, as at the door: after five, find out who it is and mark it",
    "delivered.",
  ],
  examples: ["fetched TH4821093753 --pin 1234"],
  options: { pin: { type: "string", value: "pin", help: "the four digits that the receiver was sent (required)" } },
  async run(call, desk) {
    const [subject, rest] = numberFrom(call.words);
    nothingMore(rest);
    const pin = call.option("pin");
    if (!("waybillNo" in subject)) throw new UsageError("Which parcel? Give its waybill number.");
    if (!pin) throw new UsageError("Which PIN did the receiver say? For example --pin 1234.");
    const { waybillNo } = subject;
    // In a transaction of its own, so that a wrong PIN is counted although nothing else happens. A dry run counts none.
    const known = await readPin(desk.store.read, waybillNo);
    const check = desk.isDryRun
      ? { kind: known?.pin === pin ? ("right" as const) : ("wrong" as const) }
      : await desk.store.tx((tx) => checkPin(tx, waybillNo, pin));
    if (check.kind !== "right") return refused(`${waybillNo}: ${wrongPin[check.kind]}`);
    return act(desk, async (tx) => {
      const place = `${brand.city} depot`;
      const marked = await markAndNotify(tx, waybillNo, { kind: "delivered", place, happenedAt: desk.now }, desk.now);
      if (!marked.ok) return { ok: false, why: [`${waybillNo}: ${marked.refusal}.`] };
      const already = marked.added ? "" : " already";
      return {
        ok: true,
        output: [`${waybillNo} is fetched at the depot${already}, ${saDateTime(marked.since)}.`],
        actions: marked.added ? [{ action: "marked fetched at the depot", subject: waybillNo, details: "by PIN" }] : [],
      };
    });
  },
};

const wrongPin = {
  wrong: "that is not its PIN. Nothing is marked.",
  locked: "five wrong PINs were said. Find out who it is, then mark it delivered.",
  none: "it has no PIN: it wasn't out for delivery, and its receiver didn't ask to fetch it.",
};

export const undo: Command = {
  name: "undo mark",
  right: "clerk",
  takes: "<waybill no…>",
  summary: "undo a parcel's last mark",
  more: ["The tracking page no longer shows it. The record of who did what still does."],
  examples: ["undo mark TH4821093753", "undo mark --file parcels.txt"],
  options: { file: fileOption },
  async run(call, desk) {
    return actOnEach(desk, parcelsFrom(call.words, call, desk), async (tx, waybillNo) => {
      const undone = await undoAndNotify(tx, waybillNo, desk.now);
      if (!undone.ok) return { ok: false, why: [`${waybillNo}: ${undone.refusal}.`] };
      const what = `${spokenMark(undone.undone.kind)}, ${saDateTime(undone.undone.happenedAt)}`;
      return {
        ok: true,
        output: [`${waybillNo} is no longer ${what}.`],
        actions: [{ action: "took back mark", subject: waybillNo, details: what }],
      };
    });
  },
};

/** The mark at the beginning, which may be several words: "out for delivery". */
function markFrom(words: string[]): { kind: Mark; rest: string[] } {
  const start = words.findIndex((word) => /\d|^-$/.test(word) || /^th$/i.test(word));
  const markWords = start < 0 ? words : words.slice(0, start);
  const typed = markWords
    .join("-")
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  if (!typed) throw new UsageError(`Mark it as what? One of: ${allMarks.join(", ")}.`);
  const kind = marks[allMarks.indexOf(typed)];
  if (!kind) {
    throw new UsageError(`There is no mark "${typed}".${didYouMean(typed, allMarks)} One of: ${allMarks.join(", ")}.`);
  }
  return { kind, rest: start < 0 ? [] : words.slice(start) };
}

function placeFrom(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const town = townFrom(typed);
  if (!town) throw new UsageError(`"${typed}" isn't a town. No streets, numbers or people: everybody can read it.`);
  return town;
}
