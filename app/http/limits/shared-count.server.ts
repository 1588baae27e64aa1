import { type CountedTries, countTry } from "#app/domain/limits/counted-tries.server";
import { SECONDS } from "#app/durations";
import type { Store } from "#db/store.server";

/** How late another process may learn of a request; it may let that many more through. */
const FLUSH_EVERY_MS = 1 * SECONDS;

type Count = { endsAt: number; stored: number; pending: number };

/**
 * Counts things that happen too often to write each time: in memory, and once a second in the database, where every
 * process adds its own count and reads the total.
 * @param points how often within a window
 */
export function sharedCount(store: Store, { points, windowMs }: { points: number; windowMs: number }) {
  const counts = new Map<string, Count>();
  let flushedAt = 0;
  let flushing = Promise.resolve();

  /** Counts one more under a key. Returns null, or how long the key stays over its limit, in milliseconds. */
  function allow(key: string, now: Date): number | null {
    const count = current(key, now.getTime());
    if (count.stored + count.pending >= points) return count.endsAt - now.getTime();
    count.pending += 1;
    if (Math.abs(now.getTime() - flushedAt) < FLUSH_EVERY_MS) return null;
    flushedAt = now.getTime();
    // While nothing can be written each process goes on counting for itself.
    void flush(now).catch(() => undefined);
    return null;
  }

  /** A window that would end later than one that starts now is left from before the clock was set back. */
  function current(key: string, nowMs: number): Count {
    const running = counts.get(key);
    if (running && running.endsAt > nowMs && running.endsAt <= nowMs + windowMs) return running;
    const count = { endsAt: nowMs + windowMs, stored: 0, pending: 0 };
    counts.set(key, count);
    return count;
  }

  /** Adds this process's new counts to the database; one call at a time, so that nothing is added twice. */
  function flush(now: Date): Promise<void> {
    const flushed = flushing.then(() => flushNow(now));
    flushing = flushed.catch(() => undefined);
    return flushed;
  }

  async function flushNow(now: Date): Promise<void> {
    for (const [key, { endsAt }] of counts) if (endsAt <= now.getTime()) counts.delete(key);
    const pending = [...counts]
      .filter(([, count]) => count.pending > 0)
      .map(([key, { pending }]) => ({ key, pending }));
    if (pending.length === 0) return;
    const all = await store.tx(
      async (tx) => {
        const counted: CountedTries[] = [];
        for (const one of pending) counted.push(await countTry(tx, one.key, windowMs, now, one.pending));
        return counted;
      },
      { rowLocks: true, mayBeLost: true },
    );
    pending.forEach(({ key, pending }, n) => {
      const [count, counted] = [counts.get(key), all[n]];
      if (!count || !counted) return;
      count.pending -= pending;
      count.stored = counted.points;
      count.endsAt = now.getTime() + counted.leftMs;
    });
  }

  return { allow, flush };
}
