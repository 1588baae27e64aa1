/** After this many failures in a row nobody is sent there any more. */
const FAILURES_TO_OPEN = 4;
/** How long a broken service is left alone before one call tries again. */
const REST_MS = 15_000;

/**
 * A fuse in front of a service: it spares the customer a wait that would end in nothing. Times are milliseconds of a clock
 * that is never set back.
 */
export type CircuitBreaker = {
  /** Whether a call may go out now. After the rest one call may; the others wait for what becomes of it. */
  lets(now: number): boolean;
  succeeded(): void;
  failed(now: number): void;
  readonly state: "closed" | "open";
};

export function circuitBreaker(failuresToOpen = FAILURES_TO_OPEN, restMs = REST_MS): CircuitBreaker {
  let failures = 0;
  let triesAgainAt = 0;
  return {
    lets(now) {
      if (failures < failuresToOpen) return true;
      if (now < triesAgainAt) return false;
      triesAgainAt = now + restMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      if (failures >= failuresToOpen) triesAgainAt = now + restMs;
    },
    get state() {
      return failures < failuresToOpen ? "closed" : "open";
    },
  };
}
