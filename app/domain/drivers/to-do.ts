type Marked = { lastMark: string | null; nothingLeft: boolean; isForLater: boolean };

/**
 * Which part of a driver's list a stop is in. What was agreed on for a later day isn't of this one, whatever happened there
 * before.
 */
export function partOf({ lastMark, nothingLeft, isForLater }: Marked): "to do" | "done" | "another day" {
  if (!nothingLeft && isForLater) return "another day";
  return lastMark === null && !nothingLeft ? "to do" : "done";
}

/** Whether a stop still waits for its driver. */
export const isToDo = (stop: Marked) => partOf(stop) === "to do";
