/** After this many failures in a row the circuit opens: no more calls go out. */
const FAILURES_TO_OPEN = 4;
/** How long the circuit stays open before one call tries again. */
const REST_MS = 15_000;

/**
 * A circuit breaker: customers don't wait for a service that is known to be down. Times are milliseconds of a monotonic
 * clock.
 */
export type CircuitBreaker = {
  /** Whether a call may go out now. After the rest period one call may; the others wait for its result. */
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
      triesAgainAt = now + restMs;
    },
    get state() {
      return failures < failuresToOpen ? "closed" : "open";
    },
  };
}
