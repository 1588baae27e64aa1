import { SECONDS } from "../app/durations";
import { isLockedOut } from "./store-error";

/** Making ready to ask takes some milliseconds at a start. */
const ASK_EVERY_MS = 100;
/** Nobody hears of a shorter wait. */
const WORTH_TELLING_MS = 1 * SECONDS;

/**
 * Tries again, without blocking, for as long as another program has the database locked.
 * @param patienceMs after which it throws what SQLite says; for ever if unset
 * @param tell called once, when the wait has become long
 */
export async function whenFree<Result>(
  attempt: () => Result | Promise<Result>,
  { patienceMs = Number.POSITIVE_INFINITY, tell = () => {} }: { patienceMs?: number; tell?: () => void } = {},
): Promise<Result> {
  const begunAt = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const waitedMs = performance.now() - begunAt;
      if (!isLockedOut(error) || waitedMs > patienceMs) throw error;
      if (!isTold && waitedMs > WORTH_TELLING_MS) {
        isTold = true;
        tell();
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
