import { pino } from "pino";

const wanted = process.env.LOG_LEVEL?.trim().toLowerCase() ?? "";

/** One JSON line per event. Never log a customer's answers. */
export const log = pino({
  // Any other word stops the start, in the words of config.server.ts.
  level: wanted in pino.levels.values || wanted === "silent" ? wanted : "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
});
