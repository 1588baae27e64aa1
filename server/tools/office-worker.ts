/** Does one piece of the office's work in a thread of its own: `app/staff/office/threads.server.ts` starts it. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { settings, takeSettings } from "../../app/config.server";
import { csvHeading, csvLines } from "../../app/domain/values/csv";
import { commands } from "../../app/staff/commands/all";
import { type Given, giveFile, openCommand } from "../../app/staff/office/command-page.server";
import { officeDesk, usableOn } from "../../app/staff/office/office-desk.server";
import { pressWithList } from "../../app/staff/office/press-with-list.server";
import type { CommandAnswer, CommandJob, TextAnswer, TextJob, ThreadJob } from "../../app/staff/office/threads.server";
import { unpackedInto } from "../../app/staff/packed.server";
import { joinStore } from "../../db/store.server";

const PIECE_CHARACTERS = 64 * 1024;

const job: ThreadJob = workerData;
if (job.kind === "text") parentPort?.postMessage(writeText(job));
else {
  takeSettings(job.environment);
  parentPort?.postMessage(await answerTo(job));
}

function writeText({ file, sql, values, format, into }: TextJob): TextAnswer {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  const statement = connection.prepare(sql);
  const columns = statement.columns().map(({ name }) => name);
  const csvLine = csvLines(columns, "spreadsheet");
  // The file is there already. If it isn't, nobody waits for it.
  const written = openSync(into, "r+");
  let [text, rows] = [format === "csv" ? csvHeading(columns, "spreadsheet") : "[", 0];
  for (const row of statement.raw().iterate(values) as IterableIterator<(string | number | null)[]>) {
    text += format === "csv" ? csvLine(row) : asJson(columns, row, rows);
    rows += 1;
    if (text.length < PIECE_CHARACTERS) continue;
    writeFileSync(written, text);
    text = "";
  }
  writeFileSync(written, format === "csv" ? text : `${text}${rows === 0 ? "" : "\n"}]\n`);
  closeSync(written);
  connection.close();
  return { rows };
}

function asJson(columns: string[], row: (string | number | null)[], at: number): string {
  const fields = Object.fromEntries(columns.map((name, column) => [name, row[column]]));
  return `${at === 0 ? "" : ","}\n${JSON.stringify(fields, null, 2).replace(/^/gm, "  ")}`;
}

async function answerTo(job: CommandJob): Promise<CommandAnswer> {
  const config = settings();
  const store = await joinStore(config.postgresUrl ?? config.databaseFile);
  const desk = officeDesk({ services: { store }, settings: config }, job.person, job.now);
  try {
    const { posted, person } = job;
    const named = commands.find(({ name }) => name === job.command);
    const command = named && usableOn(desk, named);
    if (!command) throw new Error(`there is no command ${job.command} for ${person.right}s now`);
    if (job.press === "open") return { answer: await openCommand(command, posted.typed, desk, true) };
    if (typeof job.press !== "string")
      return { answer: await writeGiven(await giveFile(command, posted, desk), job.press.into) };
    return { answer: await pressWithList(command, posted, desk, person.id) };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { failed: { message, code } };
  } finally {
    desk.views.close();
    await store.close();
  }
}

async function writeGiven(given: Given, into: string): Promise<Given> {
  if ("leadsTo" in given || given.file.bytes instanceof ReadableStream) return given;
  const { bytes, isPacked } = given.file;
  if (isPacked) await unpackedInto(bytes, into);
  else writeFileSync(into, bytes, { flag: "r+" });
  return { ...given, file: { ...given.file, bytes: new Uint8Array(), isPacked: undefined } };
}
