/** What PostgreSQL answers, by SQLSTATE (appendix A of its manual), while two transactions can't both be kept. */
const CONFLICT = /^(?:40001|40P01)$/;
/** A lock was not to be had in time. */
const LOCKED = /^55P03$/;
/** It is starting, stopping, a standby, full, or has no connection left. */
const AWAY = /^(?:08...|25006|53...|57P0[1235]|25P03)$/;
/** What the system says of a server that can't be reached. */
const UNREACHABLE = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own words have no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether the transaction was undone because of another one: it may be run again as it is. */
export function isConflict(error: unknown): boolean {
  return some(error, ({ code }) => CONFLICT.test(code));
}

/** Whether another transaction kept a lock for longer than this one could wait: nothing was done. */
export function isLockedFor(error: unknown): boolean {
  return some(error, ({ code }) => LOCKED.test(code));
}

/** Whether the database can't be reached or can't write just now. Whether what was last asked has happened, nobody knows. */
export function isAway(error: unknown): boolean {
  return some(error, ({ code, message }) => AWAY.test(code) || UNREACHABLE.test(code) || DRIVER.test(message));
}

/** Drizzle wraps what the driver says. */
function some(error: unknown, is: (said: { code: string; message: string }) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return is({ code: "code" in error ? String(error.code) : "", message: error.message }) || some(error.cause, is);
}
