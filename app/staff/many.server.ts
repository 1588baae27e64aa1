import { numberIn, readNumbers } from "#app/domain/values/reference-number";
import { UsageError } from "#app/domain/values/usage-error";
import { number, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { type Answer, distinct, refused } from "./answer";
import { act, type Call, type Desk, each, notDone, type Outcome } from "./desk.server";
import { together, type WouldTell } from "./told";
import { typedFile } from "./typed-file.server";

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

/** What is no whole number of ours and looks as if it should be one. */
const HALF_A_NUMBER = /\bTH ?\d[\d .-]*|\d[\d .-]{5,}\d/i;

/**
 * Waybill numbers, each as one word or in groups: `TH 482 109 375 3`. Duplicates are removed.
 * @throws UsageError if there is none, or another that can't be read: nothing is left out in silence
 */
export function waybillNosFrom(words: string[]): string[] {
  const each = words.map((word) => numberIn(word, "waybill"));
  if (each.length > 0 && each.every((no) => no !== null)) return [...new Set(each)];
  const { found, rest } = readNumbers(words.join(" "), ["waybill"]);
  const [half] = HALF_A_NUMBER.exec(rest) ?? [];
  if (found.length > 0 && !half) return found.map(({ no }) => no);
  const wrong = half?.trim() ?? words.join(" ");
  throw new UsageError(`"${wrong}" isn't a waybill number (TH and ten digits). Check it again: a digit is wrong.`);
}

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
  if (!isList)
    return act(desk, async (tx) => {
      const outcome = await each(waybillNos.entries(), ([at, waybillNo]) => one(tx, waybillNo, at));
      return outcome.ok || waybillNos.length === 1 ? outcome : notDone(...outcome.why, "Nothing was done.");
    });
  const [output, why, tolds] = [[] as Words[], [...unread] as Words[], [] as WouldTell[]];
  let isUnchanged = true;
  for (const [at, waybillNo] of waybillNos.entries()) {
    const answer = await act(desk, (tx) => one(tx, waybillNo, at)).catch((error: unknown) => failed(waybillNo, error));
    if (answer.kind === "done") output.push(...answer.output);
    if (answer.kind === "done" && !answer.isUnchanged) isUnchanged = false;
    if (answer.kind === "refused") why.push(...answer.why);
    if (answer.told) tolds.push(answer.told);
  }
  const total = waybillNos.length + unread.length;
  if (total === 0) throw new UsageError("There is no number in the list.");
  const { isDryRun } = desk;
  const told = isDryRun ? together(tolds) : undefined;
  if (why.length === 0)
    return { kind: "done", output: distinct(output), isUnchanged: isUnchanged || undefined, isDryRun, told };
  const heading = `${why.length} of ${total} not done:`;
  if (output.length === 0) return refused(heading, ...why);
  return { kind: "partly", output: distinct(output), why: [heading, ...why], isDryRun, told };
}

/** An unexpected error with one parcel is reported, and the next one is tried. */
function failed(waybillNo: string, error: unknown): Answer {
  if (error instanceof UsageError) throw error;
  return refused(say`${number(waybillNo)}: ${error instanceof Error ? error.message : String(error)}.`);
}

function readLines(content: string): Parcels {
  const typed = content
    .split("\n")
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== "");
  const pieces: Parcels["pieces"] = new Map();
  const read = typed.map(({ line, at }) => ({ line, at, found: readNumbers(line, ["waybill"]).found }));
  for (const { no, piece } of read.flatMap(({ found }) => found))
    if (piece !== null) pieces.set(no, (pieces.get(no) ?? new Set()).add(String(piece)));
  return {
    waybillNos: [...new Set(read.flatMap(({ found }) => found.map(({ no }) => no)))],
    pieces,
    unread: read
      .filter(({ found }) => found.length === 0)
      .map(({ line, at }) => `line ${at}: "${line}" isn't a waybill number (TH and ten digits).`),
    isList: true,
  };
}
