import { saDateTime } from "#app/domain/values/sa-time";
import { markParcel, spokenMark, undoMark } from "#app/domain/waybills/mark-parcel.server";
import { type Mark, marks, townFrom } from "#app/domain/waybills/marks";
import type { Command } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { UsageError } from "../usage-error";
import { momentFrom, waybillNosFrom } from "../words";

const knownMarks = marks.map((mark) => mark.replaceAll("_", "-"));

export const mark: Command = {
  name: "mark",
  takes: `<${knownMarks.join("|")}> <waybill no…>`,
  summary: "record what happened to parcels; their tracking pages show it at once",
  more: [
    "You can mark several parcels at once. If one can't be marked, none is. Marking again changes nothing.",
    "A place is a town. Everybody who knows the waybill number can read it.",
  ],
  examples: [
    "mark collected TH4821093753",
    "mark in-transit TH4821093753 TH1100220035 --place Bloemfontein",
    'mark delivered TH4821093753 --at "2026-11-21 14:05"',
    "mark delivered TH4821093753 --pieces 2",
  ],
  options: {
    pieces: { type: "string", value: "count", help: "of how many pieces, if not of all that are left" },
    place: { type: "string", value: "town", help: "where, if it helps the customer" },
    at: { type: "string", value: "time", help: 'when, if not now: 14:05, or "2026-11-21 14:05"' },
    correct: { type: "boolean", help: "although it is out of order: a delivered parcel that came back" },
  },
  async run({ words, option, has }, desk) {
    const { kind, rest } = markFrom(words);
    const waybillNos = waybillNosFrom(rest);
    const place = placeFrom(option("place"));
    const happenedAt = momentFrom(option("at"), desk.now);
    const pieces = piecesFrom(option("pieces"));
    return act(desk, async (tx) => {
      const [said, actions, why]: [string[], { action: string; subject: string; details: string }[], string[]] = [
        [],
        [],
        [],
      ];
      for (const waybillNo of waybillNos) {
        const correct = has("correct");
        const marked = await markParcel(tx, waybillNo, { kind, place, happenedAt, pieces, correct }, desk.now);
        if (!marked.ok) {
          why.push(`${waybillNo}: ${marked.refusal}.`);
          continue;
        }
        const { count, of } = marked.pieces;
        const some = count < of ? `, ${count} of ${of} pieces` : "";
        const words = `${spokenMark(kind)}${some}${place ? ` (${place})` : ""}`;
        said.push(`${waybillNo} is ${words}${marked.added ? "" : " already"}, ${saDateTime(marked.since)}.`);
        const details = `${saDateTime(marked.since)}${some}${place ? `, ${place}` : ""}`;
        if (marked.added) actions.push({ action: `marked ${spokenMark(kind)}`, subject: waybillNo, details });
      }
      if (why.length > 0)
        return { ok: false, why: [...why, ...(waybillNos.length > 1 ? ["No parcel was marked."] : [])] };
      return { ok: true, said, actions };
    });
  },
};

export const undo: Command = {
  name: "undo mark",
  takes: "<waybill no…>",
  summary: "undo a parcel's last mark",
  more: ["The tracking page no longer shows it. The record of who did what still does."],
  examples: ["undo mark TH4821093753"],
  options: {},
  async run({ words }, desk) {
    const waybillNos = waybillNosFrom(words);
    return act(desk, async (tx) => {
      const [said, actions] = [[] as string[], [] as { action: string; subject: string; details: string }[]];
      for (const waybillNo of waybillNos) {
        const undone = await undoMark(tx, waybillNo);
        if (!undone.ok) return { ok: false, why: [`${waybillNo}: ${undone.refusal}.`] };
        const what = `${spokenMark(undone.undone.kind)}, ${saDateTime(undone.undone.happenedAt)}`;
        said.push(`${waybillNo} is no longer ${what}.`);
        actions.push({ action: "took back mark", subject: waybillNo, details: what });
      }
      return { ok: true, said, actions };
    });
  },
};

/** The mark that comes first, in one word or in several: "out for delivery". */
function markFrom(words: string[]): { kind: Mark; rest: string[] } {
  const start = words.findIndex((word) => /\d/.test(word) || /^th$/i.test(word));
  const said = start < 0 ? words : words.slice(0, start);
  const typed = said
    .join("-")
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  if (!typed) throw new UsageError(`Mark it as what? One of: ${knownMarks.join(", ")}.`);
  const kind = marks[knownMarks.indexOf(typed)];
  if (!kind) {
    throw new UsageError(
      `There is no mark "${typed}".${didYouMean(typed, knownMarks)} One of: ${knownMarks.join(", ")}.`,
    );
  }
  return { kind, rest: start < 0 ? [] : words.slice(start) };
}

function piecesFrom(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw new UsageError(`--pieces is a count such as 2, not "${typed}".`);
  return Number(typed);
}

function placeFrom(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const town = townFrom(typed);
  if (!town) throw new UsageError(`"${typed}" isn't a town. No streets, numbers or people: everybody can read it.`);
  return town;
}
