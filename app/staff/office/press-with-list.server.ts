import { existsSync, rmSync } from "node:fs";
import { KEPT, keptList } from "#app/domain/office/kept-lists.server";
import type { Usable } from "#app/domain/office/usable.server";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { PageResult } from "./a-command-page";
import { type Posted, press } from "./command-page.server";

const GONE = "That list isn't kept any more. Choose it again.";

/** The answer to Check and to Do it, with the list in its file, which is deleted once Do it has read it. */
export async function pressWithList(
  command: Usable<Command>,
  posted: Posted,
  desk: Desk,
  person: string,
): Promise<PageResult> {
  const { [KEPT]: kept, ...typed } = posted.typed;
  const { dataDir } = desk;
  if (!kept || !dataDir) return press(command, posted, desk, person);
  const named = keptList(dataDir, person, kept);
  const file = named !== null && existsSync(named) ? named : undefined;
  const withList = { ...posted, typed: { ...typed, file: file ? kept : "" } };
  const result = await press(command, withList, { ...desk, keptList: file }, person);
  if ("leadsTo" in result) return result;
  const { page, status } = result;
  const isDone = page.result?.kind === "done" || page.result?.kind === "looked";
  if (file && isDone) rmSync(file, { force: true });
  const { file: _, ...values } = page.state.values;
  const errors = file ? page.state.errors : { file: [GONE] };
  const hidden = isDone || !file ? page.hidden : { ...page.hidden, [KEPT]: kept };
  return { page: { ...page, hidden, state: { values, errors } }, status };
}
