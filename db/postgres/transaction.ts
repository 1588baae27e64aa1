/**
 * How a transaction stands beside those of others.
 * - `beside others`: SERIALIZABLE. Of two that can't both be kept, one is undone (SQLSTATE 40001).
 * - `alone`: the same, once all others have ended and before the next begin, so that nothing can undo it. What was undone once
 *   runs again so: under any load each transaction runs twice at most.
 * - `row locks`: READ COMMITTED. Whoever writes a row that another has written waits for the other's end.
 */
export type Manner = "beside others" | "alone" | "row locks";

const manners: Record<Manner, { level: string; lock: string }> = {
  "beside others": { level: "SERIALIZABLE", lock: "ROW SHARE" },
  alone: { level: "SERIALIZABLE", lock: "EXCLUSIVE" },
  "row locks": { level: "READ COMMITTED", lock: "ROW SHARE" },
};

/**
 * What begins one, in one round trip. Everybody holds a lock of one table together, or alone; LOCK TABLE comes before the
 * transaction's snapshot, so whoever waited for it sees all that the others did.
 * @param waitMs how long it waits for a lock, that one or a row's; it never waits so for its COMMIT, which nothing may cancel
 * @param mayBeLost whether its COMMIT is answered before the disk and the standby have it
 */
export function beginning(manner: Manner, waitMs: number, mayBeLost: boolean): string {
  const { level, lock } = manners[manner];
  const waitsForNobody = mayBeLost ? "SET LOCAL synchronous_commit = off; " : "";
  return `BEGIN ISOLATION LEVEL ${level}; ${waitsForNobody}SET LOCAL lock_timeout = ${Math.ceil(waitMs)}; LOCK TABLE site_schema IN ${lock} MODE`;
}
