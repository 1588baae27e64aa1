import { AsyncLocalStorage } from "node:async_hooks";
import { SECONDS } from "../app/durations";

const SLOW_MS = 5 * SECONDS;

type Origin = () => string;
type Open = { origin: Origin; isOpen: boolean };

/** Knows who is inside a transaction of a database, and where it began. */
export function transactions(tell: (words: string) => void) {
  const inside = new AsyncLocalStorage<Open>();

  return {
    /** @throws where this is called from inside a transaction: it would wait for its own end, and everybody after it */
    refuseNested(origin: Origin): void {
      const outer = inside.getStore();
      if (!outer?.isOpen) return;
      throw new Error(
        `a transaction was started inside another: ${origin()} inside ${outer.origin()}. Pass on the \`tx\` of the outer one instead.`,
      );
    },

    /** Runs the inside of a transaction; tells of one that has been open for five seconds, while it still is. */
    async run<Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> {
      const own: Open = { origin, isOpen: true };
      const begunAt = performance.now();
      let isTold = false;
      const tellSlow = () => {
        isTold = true;
        const seconds = Math.round((performance.now() - begunAt) / SECONDS);
        tell(`a transaction has kept all others waiting for ${seconds} s; it was started by ${origin()}`);
      };
      const slow = setTimeout(tellSlow, SLOW_MS);
      try {
        return await inside.run(own, work);
      } finally {
        own.isOpen = false;
        clearTimeout(slow);
        // One that computes for long lets no timer in.
        if (!isTold && performance.now() - begunAt >= SLOW_MS) tellSlow();
      }
    },
  };
}

/** Where a function was called: the first line of the stack above it. */
export function callerOf(callee: (...args: never[]) => unknown): Origin {
  const called: { stack?: string } = {};
  Error.captureStackTrace(called, callee);
  // Read only when somebody asks: the frames are cheap, their text isn't.
  return () => called.stack?.split("\n")[1]?.trim().replace(/^at /, "") ?? "somewhere";
}
