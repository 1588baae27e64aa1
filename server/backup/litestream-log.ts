import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import { SECONDS } from "../../app/durations";
import type { Lag } from "./lag";

/** While the replica can't be reached Litestream logs it ten times a second. */
const SAME_AGAIN_AFTER_MS = 60 * SECONDS;

type Line = { level?: string; msg?: string; time?: string; [detail: string]: unknown };

/**
 * Passes Litestream's lines on to our log: every error, but the same one only once a minute; routine messages at debug
 * level.
 * @param lag is told when a segment is being sent, and when something has reached the replica
 */
export function relayLog(stream: Readable, log: Logger, lag: Pick<Lag, "begun" | "written">): void {
  const lastLogged = new Map<string, { at: number; repeats: number }>();

  createInterface({ input: stream }).on("line", (text) => {
    const { level, msg = "", time: _, ...details } = parsed(text);
    if (msg === "write wal segment") lag.begun(new Date());
    if (msg === "wal segment written" || msg === "snapshot written") lag.written(new Date());
    if (level !== "WARN" && level !== "ERROR") return log.debug(details, `litestream: ${msg}`);
    const what = `${msg} ${details.error}`;
    const last = lastLogged.get(what);
    if (last && performance.now() - last.at < SAME_AGAIN_AFTER_MS) {
      last.repeats += 1;
      return;
    }
    if (lastLogged.size > 100) lastLogged.clear();
    lastLogged.set(what, { at: performance.now(), repeats: 0 });
    log.warn({ ...details, ...(last?.repeats && { timesUnsaid: last.repeats }) }, `litestream: ${msg}`);
  });
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return { level: "WARN", msg: text };
  }
}
