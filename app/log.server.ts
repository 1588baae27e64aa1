import { pino } from "pino";

const wanted = process.env.LOG_LEVEL?.trim().toLowerCase() ?? "";

/** One JSON line per event. Never log a customer's answers. */
export const log = pino({
  // For any other value config.server.ts refuses to start.
  level: wanted in pino.levels.values || wanted === "silent" ? wanted : "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
});
