import { SECONDS } from "../app/durations";
import { isBackSoon } from "./postgres/refusal";
import { isLockedOut } from "./store-error";

/** At a start each try takes some milliseconds. */
const ASK_EVERY_MS = 100;
/** Shorter waits aren't reported. */
const WORTH_TELLING_MS = 1 * SECONDS;

/**
 * Repeats a call, without blocking, while another program has the database locked, or PostgreSQL is away.
 * @param patienceMs after which it throws the database's error; for ever if unset
 * @param report called once with that error, when the wait has become long
 */
export async function whenFree<Result>(
  attempt: () => Result | Promise<Result>,
  {
    patienceMs = Number.POSITIVE_INFINITY,
    report = () => {},
  }: { patienceMs?: number; report?: (error: Error) => void } = {},
): Promise<Result> {
  const begunAt = performance.now();
  let isReported = false;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const waitedMs = performance.now() - begunAt;
      if (!(isLockedOut(error) || isBackSoon(error)) || waitedMs > patienceMs) throw error;
      if (error instanceof Error && !isReported && waitedMs > WORTH_TELLING_MS) {
        isReported = true;
        report(error);
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
