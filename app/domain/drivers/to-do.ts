/** Whether a stop still waits for its driver. */
export function isToDo({ lastMark, nothingLeft }: { lastMark: string | null; nothingLeft: boolean }): boolean {
  return lastMark === null && !nothingLeft;
}
