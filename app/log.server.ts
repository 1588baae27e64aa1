import { pino } from "pino";

/** One JSON line per event. Never log a customer's answers. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
});
