import { normaliseWaybillNumber } from "#app/domain/waybills/waybill-number";
import type { Tx } from "#db/store.server";
import { UsageError } from "../domain/values/usage-error";
import { type Answer, refused } from "./answer";
import type { Call, Option } from "./command";
import { act, type Desk, type Outcome } from "./desk.server";
import { typedFile } from "./typed-file.server";
import { waybillNosFrom } from "./words";

/** The parcels for a command: typed, or one per line from a file, a pipe or a scanner. */
export type Parcels = {
  waybillNos: string[];
  /** For a scanned list: which pieces of each parcel were scanned, if the slips say so. */
  pieces: Map<string, Set<string>>;
  /** Lines without a readable number, with the reason. */
  unread: string[];
  /** In a list each parcel is handled separately; typed ones all together. */
  isList: boolean;
};

export const fileOption: Option = {
  type: "string",
  value: "name",
  help: "take the numbers from a file, one a line; - instead of numbers takes them from a pipe or a scanner",
};

/** A scanned slip includes the piece's number: `TH4821093753/2`. */
const WITH_PIECE = /^(.*?)[/ -]+(\d{1,3})$/;

/** The parcels that a call names. */
export function parcelsFrom(words: string[], { option }: Call, desk: Desk): Parcels {
  const file = option("file");
  if (file !== undefined && words.length > 0) throw new UsageError("Give numbers, or a file with --file, not both.");
  if (file !== undefined) return readLines(typedFile(desk, file));
  if (words.length === 1 && words[0] === "-") return readLines(typedFile(desk, "-"));
  return { waybillNos: waybillNosFrom(words), pieces: new Map(), unread: [], isList: false };
}

/**
 * Does one thing to each parcel. Typed ones are all or nothing; of a list whatever can be done is done, and the rest is
 * reported.
 */
export async function actOnEach(
  desk: Desk,
  { waybillNos, unread, isList }: Parcels,
  one: (tx: Tx, waybillNo: string, at: number) => Promise<Outcome>,
): Promise<Answer> {
  if (!isList) return act(desk, (tx) => allOrNone(tx, waybillNos, one));
  const [output, why] = [[] as string[], [...unread]];
  for (const [at, waybillNo] of waybillNos.entries()) {
    const answer = await act(desk, (tx) => one(tx, waybillNo, at)).catch((error: unknown) => failed(waybillNo, error));
    if (answer.kind === "done") output.push(...answer.output);
    if (answer.kind === "refused") why.push(...answer.why);
  }
  const total = waybillNos.length + unread.length;
  if (total === 0) throw new UsageError("There is no number in the list.");
  if (why.length === 0) return { kind: "done", output: [...new Set(output)] };
  const heading = `${why.length} of ${total} not done:`;
  if (output.length === 0) return { kind: "refused", why: [heading, ...why] };
  return { kind: "partly", output: [...new Set(output)], why: [heading, ...why] };
}

async function allOrNone(
  tx: Tx,
  waybillNos: string[],
  one: (tx: Tx, waybillNo: string, at: number) => Promise<Outcome>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const [at, waybillNo] of waybillNos.entries()) outcomes.push(await one(tx, waybillNo, at));
  const why = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.why));
  if (why.length > 0) return { ok: false, why: [...why, ...(waybillNos.length > 1 ? ["Nothing was done."] : [])] };
  const done = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
  return {
    ok: true,
    output: [...new Set(done.flatMap(({ output }) => output))],
    actions: done.flatMap(({ actions }) => actions),
  };
}

/** An unexpected error with one parcel is reported, and the next one is tried. */
function failed(waybillNo: string, error: unknown): Answer {
  if (error instanceof UsageError) throw error;
  return refused(`${waybillNo}: ${error instanceof Error ? error.message : error}.`);
}

function readLines(content: string): Parcels {
  const typed = content
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== "");
  const pieces: Parcels["pieces"] = new Map();
  const read = typed.map(({ line, at }) => ({ line, at, found: numberIn(line) }));
  for (const { found } of read)
    if (found?.piece) pieces.set(found.waybillNo, (pieces.get(found.waybillNo) ?? new Set()).add(found.piece));
  return {
    waybillNos: [...new Set(read.flatMap(({ found }) => found?.waybillNo ?? []))],
    pieces,
    unread: read
      .filter(({ found }) => !found)
      .map(({ line, at }) => `line ${at}: "${line}" isn't a waybill number (TH and ten digits).`),
    isList: true,
  };
}

function numberIn(line: string): { waybillNo: string; piece?: string } | null {
  const whole = normaliseWaybillNumber(line);
  if (whole) return { waybillNo: whole };
  const [, start = "", piece = ""] = WITH_PIECE.exec(line) ?? [];
  const waybillNo = normaliseWaybillNumber(start);
  return waybillNo ? { waybillNo, piece: String(Number(piece)) } : null;
}
