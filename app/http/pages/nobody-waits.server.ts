import { NobodyWaits } from "#db/waited-for.server";

/** Whether work was left undone because the browser had gone that asked for it. */
export function isForNobody(error: unknown): boolean {
  return error instanceof NobodyWaits;
}
