/** SQLSTATEs (appendix A of PostgreSQL's manual) of a transaction that was rolled back because of another one. */
const CONFLICT = /^(?:40001|40P01)$/;
/** A lock wasn't available in time, or the statement was cancelled: by an administrator, or by its time limit. */
const GIVEN_UP = /^(?:55P03|57014)$/;
/** The server is starting, stopping, a standby, out of space or out of connections, or the site has left it. */
const AWAY = /^(?:08...|25006|53...|57P0[1235]|25P03|LEFT)$/;
/** The system's error codes for a server that can't be reached. */
const UNREACHABLE = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/;
/** A wrong name, or a database that the site has left: waiting doesn't help. Without a network it is EAI_AGAIN. */
const NEVER_BACK = /^(?:ENOTFOUND|LEFT)$/;
/** A wrong user, password or database name. */
const NO_ENTRY = /^(?:28...|3D000)$/;
/** The driver's own words. */
const NO_SSL = "The server does not support SSL connections";
/** The driver's own errors have no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether the transaction was rolled back because of another one, so that it may be run again. */
export function isConflict(error: unknown): boolean {
  return some(error, ({ code }) => CONFLICT.test(code));
}

/** Whether the server gave a statement up because it took too long. Nothing was done. */
export function isGivenUp(error: unknown): boolean {
  return some(error, ({ code }) => GIVEN_UP.test(code));
}

/**
 * Whether the database can't be reached or can't write just now. The last statement may or may not have been carried
 * out.
 */
export function isAway(error: unknown): boolean {
  return some(error, ({ code, message }) => AWAY.test(code) || UNREACHABLE.test(code) || DRIVER.test(message));
}

/** The answer to a COMMIT was lost: nobody knows whether the transaction was carried out. */
export class LostCommitError extends Error {
  override name = "LostCommitError";
}

/** Whether it is worth waiting for: a wrong host, user, password, database or certificate isn't. */
export function isBackSoon(error: unknown): boolean {
  return isAway(error) && !some(error, ({ code }) => NEVER_BACK.test(code));
}

/** Whether the server refuses the user, the password or the database's name. */
export function isNoEntry(error: unknown): boolean {
  return some(error, ({ code, message }) => NO_ENTRY.test(code) || message === NO_SSL);
}

/** The same in one line, for whoever starts the site or calls a command. */
export function awayInWords(error: Error): string {
  const { message, name } = innermost(error);
  return name === "StoreError" ? message : `PostgreSQL can't be reached, or can't write just now: ${message}`;
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** Drizzle wraps the driver's errors. */
function some(error: unknown, is: (refusal: { code: string; message: string }) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return is({ code: "code" in error ? String(error.code) : "", message: error.message }) || some(error.cause, is);
}
