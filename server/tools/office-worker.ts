/** Does one piece of the office's work in a thread of its own: `app/staff/office/threads.server.ts` starts it. */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { settings, takeSettings } from "../../app/config.server";
import { signLinksWith } from "../../app/domain/mail/emailed-link.server";
import { linkKeyOf } from "../../app/domain/values/link-signature.server";
import { commands } from "../../app/staff/commands/all";
import { giveFile, openCommand } from "../../app/staff/office/command-page.server";
import { officeDesk } from "../../app/staff/office/office-desk.server";
import { pressWithList } from "../../app/staff/office/press-with-list.server";
import type { CommandAnswer, CommandJob, TextJob, TextPiece, ThreadJob } from "../../app/staff/office/threads.server";
import { csvHeading, csvLine } from "../../app/staff/output";
import { joinStore } from "../../db/store.server";

const PIECE_CHARACTERS = 64 * 1024;

const job: ThreadJob = workerData;
if (job.kind === "text") giveText(job);
else {
  takeSettings(job.environment);
  parentPort?.postMessage(await answerTo(job));
}

/** Reads on when it is asked for more. */
function giveText({ file, sql, values, format }: TextJob): void {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  const statement = connection.prepare(sql);
  const columns = statement.columns().map(({ name }) => name);
  const rows = statement.raw().iterate(values) as IterableIterator<(string | number | null)[]>;
  const asJson = (row: (string | number | null)[], count: number) => {
    const fields = Object.fromEntries(columns.map((name, at) => [name, row[at]]));
    return `${count === 0 ? "" : ","}\n${JSON.stringify(fields, null, 2).replace(/^/gm, "  ")}`;
  };
  let [text, count, hasNoMore] = [format === "csv" ? csvHeading(columns) : "[", 0, false];
  parentPort?.on("message", () => {
    while (!hasNoMore && text.length < PIECE_CHARACTERS) {
      const { value, done } = rows.next();
      if (done) {
        hasNoMore = true;
        text += format === "csv" ? "" : `${count === 0 ? "" : "\n"}]\n`;
        continue;
      }
      text += format === "csv" ? csvLine(value) : asJson(value, count);
      count += 1;
    }
    const answer: TextPiece = { piece: Buffer.from(text), rows: count };
    parentPort?.postMessage(answer);
    if (text === "") process.exit();
    text = "";
  });
}

async function answerTo(job: CommandJob): Promise<CommandAnswer> {
  const { databaseFile, postgresUrl, sessionSecrets } = settings();
  signLinksWith(linkKeyOf(sessionSecrets[0] ?? ""));
  const store = await joinStore(postgresUrl ?? databaseFile);
  const desk = officeDesk(store, job.person, job.now);
  try {
    const command = commands.find(({ name }) => name === job.command);
    if (!command) throw new Error(`there is no command ${job.command}`);
    const { posted, person } = job;
    if (job.press === "open") return { answer: await openCommand(command, posted.typed, desk, true) };
    if (job.press === "give") return { answer: await giveFile(command, posted, desk) };
    return { answer: await pressWithList(command, posted, desk, person.id) };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { failed: { message, code } };
  } finally {
    desk.views.close();
    await store.close();
  }
}
