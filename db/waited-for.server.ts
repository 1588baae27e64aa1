import { AsyncLocalStorage } from "node:async_hooks";

const asking = new AsyncLocalStorage<{ hasGone: () => boolean; who: string }>();

/** Thrown instead of work that nobody waits for any more. It is no fault, and nobody sees it. */
export class NobodyWaits extends Error {
  constructor() {
    super("the browser has gone");
  }
}

/**
 * Does a request's work. What has to wait for its turn in it, however deep it lies, asks `goneFromHere` whether the
 * browser is still there.
 */
export function whileWaitedFor<Result>(hasGone: () => boolean, work: () => Result): Result {
  return asking.run({ hasGone, who: "" }, work);
}

/** Says whose request this is, once that is known: each person has a turn, however much one of them asks. */
export function askedBy(who: string): void {
  const request = asking.getStore();
  if (request) request.who = who;
}

/** Whose request this work is for; blank if nobody said. */
export function whoAsks(): string {
  return asking.getStore()?.who ?? "";
}

/** Says whether the browser has gone for which this work is done. To be taken before waiting, because a turn comes from others. */
export function goneFromHere(): () => boolean {
  return asking.getStore()?.hasGone ?? (() => false);
}
