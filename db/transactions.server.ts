import { AsyncLocalStorage } from "node:async_hooks";
import { SECONDS } from "../app/durations";

const SLOW_MS = 5 * SECONDS;

type Origin = () => string;
type Open = { origin: Origin; isOpen: boolean };

/** Keeps track of the transactions of a database, and of where in the code each began. */
export function transactions(report: (words: string) => void) {
  const inside = new AsyncLocalStorage<Open>();

  return {
    /** @throws when called from inside a transaction, which would wait for itself for ever */
    refuseNested(origin: Origin): void {
      const outer = inside.getStore();
      if (!outer?.isOpen) return;
      throw new Error(
        `a transaction was started inside another: ${origin()} inside ${outer.origin()}. Pass on the \`tx\` of the outer one instead.`,
      );
    },

    /** Runs the body of a transaction. Reports one that is open for five seconds, while it still is. */
    async run<Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> {
      const own: Open = { origin, isOpen: true };
      const begunAt = performance.now();
      let isReported = false;
      const reportSlow = () => {
        isReported = true;
        const seconds = Math.round((performance.now() - begunAt) / SECONDS);
        report(`a transaction has kept all others waiting for ${seconds} s; it was started by ${origin()}`);
      };
      const slow = setTimeout(reportSlow, SLOW_MS);
      try {
        return await inside.run(own, work);
      } finally {
        own.isOpen = false;
        clearTimeout(slow);
        // Timers don't run during a long computation, so check again at the end.
        if (!isReported && performance.now() - begunAt >= SLOW_MS) reportSlow();
      }
    },
  };
}

/** Where a function was called: the next line of the stack. */
export function callerOf(callee: (...args: never[]) => unknown): Origin {
  const called: { stack?: string } = {};
  Error.captureStackTrace(called, callee);
  // Formatted only when needed: capturing the stack is cheap, formatting it isn't.
  return () => called.stack?.split("\n")[1]?.trim().replace(/^at /, "") ?? "somewhere";
}
