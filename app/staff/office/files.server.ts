import { Readable } from "node:stream";
import { limits } from "#app/domain/limits/limits";
import { waitingLine } from "#app/domain/limits/waiting-line";
import { writtenOnce } from "#app/domain/office/office-folder.server";
import type { Usable } from "#app/domain/office/usable.server";
import { type DoneOr, refused } from "#app/domain/values/refused";
import { goneFromHere } from "#db/waited-for.server";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { Given, Posted } from "./command-page.server";
import { commandIntoFile } from "./threads.server";

/** A file that was written, to be sent; or why there is none. */
export type Written<Told> = DoneOr<{ told: Told; bytes: ReadableStream<Uint8Array> }>;

const writing = waitingLine(limits.officeFilesWritten);

/** The files on their way, and to whom. */
const onTheirWay = new Set<{ personId: string; hasGone: () => boolean }>();

const ONE_AT_A_TIME =
  "Another file is on its way to you. Wait until it has come, or cancel it in your browser. Then ask for this one again.";
const BUSY = "Too many files are being made right now. Ask again in a minute.";

/**
 * Has a file written, and then sends it: whoever takes it slowly keeps nobody from the threads. One at a time for each
 * person; a file whose browser has gone doesn't count.
 * @param write writes it by its name, in a thread, and says what else there is to know
 */
export async function writtenFor<Told>(
  personId: string,
  dataDir: string,
  write: (file: string) => Promise<Told>,
): Promise<Written<Told>> {
  for (const each of onTheirWay) if (each.hasGone()) onTheirWay.delete(each);
  const theirs = [...onTheirWay].filter((each) => each.personId === personId);
  if (theirs.length >= limits.officeFiles.points) return refused(ONE_AT_A_TIME);
  const mine = { personId, hasGone: goneFromHere() };
  onTheirWay.add(mine);
  const over = () => void onTheirWay.delete(mine);
  try {
    const written = await writing.inTurn(mine.hasGone, () => writtenOnce(dataDir, write));
    if (!written) {
      over();
      return refused(BUSY);
    }
    const { told, open } = written.result;
    const sent = open.createReadStream({ start: 0 }).once("end", over).once("close", over);
    return { ok: true, told, bytes: Readable.toWeb(sent) as ReadableStream<Uint8Array> };
  } catch (error) {
    over();
    throw error;
  }
}

/** What a command gives that reads many rows; or why it can't be had now. */
export async function givenInThread(
  command: Usable<Command>,
  posted: Posted,
  desk: Desk,
): Promise<Given | { refusal: string }> {
  const { officePerson, dataDir } = desk;
  if (!officePerson || !dataDir) throw new Error("nobody is signed in");
  const written = await writtenFor(officePerson.id, dataDir, (into) => commandIntoFile(command, posted, desk, into));
  if (!written.ok) return { refusal: written.why };
  const { told, bytes } = written;
  if ("file" in told) return { ...told, file: { ...told.file, bytes } };
  await bytes.cancel();
  return told;
}
