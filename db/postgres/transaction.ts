/**
 * How a transaction is isolated.
 * - `beside others`: SERIALIZABLE. Of two that conflict, one is rolled back (SQLSTATE 40001).
 * - `alone`: the same, but with no other transaction running, so that nothing can conflict. A rolled-back transaction
 * is repeated this way: it runs twice at most, under any load.
 * - `row locks`: READ COMMITTED. A writer waits for others that have written the same row.
 */
export type Isolation = "beside others" | "alone" | "row locks";

const isolations: Record<Isolation, { level: string; lock: string }> = {
  "beside others": { level: "SERIALIZABLE", lock: "ROW SHARE" },
  alone: { level: "SERIALIZABLE", lock: "EXCLUSIVE" },
  "row locks": { level: "READ COMMITTED", lock: "ROW SHARE" },
};

/**
 * The statements that begin one, in one round trip. Everybody takes a lock on one table, shared or exclusive. LOCK
 * TABLE comes before the transaction's snapshot, so a transaction that waited for it sees everything that was committed
 * before.
 * @param waitMs how long it waits for a lock, this one or a row's. This doesn't limit its COMMIT, which must not be
 * cancelled.
 * @param mayBeLost whether its COMMIT is answered before the disk and the standby have it
 */
export function beginning(isolation: Isolation, waitMs: number, mayBeLost: boolean): string {
  const { level, lock } = isolations[isolation];
  const waitsForNobody = mayBeLost ? "SET LOCAL synchronous_commit = off; " : "";
  return `BEGIN ISOLATION LEVEL ${level}; ${waitsForNobody}SET LOCAL lock_timeout = ${Math.ceil(waitMs)}; LOCK TABLE site_schema IN ${lock} MODE`;
}
