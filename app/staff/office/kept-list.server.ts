import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { HOURS } from "#app/durations";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import { type Posted, press, type Result } from "./command-page.server";

/** The form's field that names the file in which a long list waits for Do it. */
export const KEPT = "file-kept";
const NAME = /^office-list-[\w-]{22}$/;
const KEPT_FOR_MS = 1 * HOURS;
const GONE = "That list isn't kept any more. Choose it again.";

/** Keeps a list that is too long for a form in a file of its own, in place of the one before. @returns its name */
export async function keepList(dataDir: string, content: Uint8Array): Promise<string> {
  const name = `office-list-${createHash("sha256").update(content).digest("base64url").slice(0, 22)}`;
  dropLists(dataDir);
  await writeFile(path.join(dataDir, name), content, { mode: 0o600 });
  setTimeout(() => rmSync(path.join(dataDir, name), { force: true }), KEPT_FOR_MS).unref();
  return name;
}

/** Deletes what was kept and never read. */
export function dropLists(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (NAME.test(name)) rmSync(path.join(dataDir, name), { force: true });
}

/** The answer to Check and to Do it, with the list from its file, which is deleted once Do it has read it. */
export async function pressWithList(command: Command, posted: Posted, desk: Desk, person: string): Promise<Result> {
  const { [KEPT]: kept = "", ...typed } = posted.typed;
  if (!NAME.test(kept) || !desk.dataDir) return press(command, posted, desk, person);
  const file = path.join(desk.dataDir, kept);
  const content = contentOf(file);
  const result = await press(command, { ...posted, typed: { ...typed, file: content ?? "" } }, desk, person);
  if ("leadsTo" in result) return result;
  const { page, status } = result;
  const isDone = page.result?.kind === "done";
  if (isDone) rmSync(file, { force: true });
  const { file: _, ...values } = page.state.values;
  const errors = content === null ? { file: [GONE] } : page.state.errors;
  const hidden = isDone || content === null ? page.hidden : { ...page.hidden, [KEPT]: kept };
  return { page: { ...page, hidden, state: { values, errors } }, status };
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8").replaceAll("\0", "");
  } catch {
    return null;
  }
}
