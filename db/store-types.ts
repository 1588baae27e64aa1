import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/** Reads committed data. Never waits for a writer, and never makes one wait. */
export type Reader = Pick<BetterSQLite3Database, "select" | "selectDistinct" | "$count">;

/** All queries, inside a transaction. */
export type Tx = Omit<BetterSQLite3Database, "transaction">;

export type TxOptions = {
  /** The longest time to wait for the write lock; 5 s if unset. */
  waitMs?: number;
  /**
   * For rows that many write at once, such as a count, if each statement is right by itself. On PostgreSQL the
   * transaction then waits for others that write the same row, instead of conflicting with readers (READ COMMITTED). No
   * effect on SQLite.
   */
  rowLocks?: boolean;
  /**
   * For data whose loss nobody would notice, such as a count of tries: PostgreSQL answers before the disk and the
   * standby have it, so a failover may lose the last second. No effect on SQLite.
   */
  mayBeLost?: boolean;
};

export type Store = {
  read: Reader;
  /**
   * Runs `fn` in one write transaction: everything is committed to disk, or nothing. SQLite runs transactions one at a
   * time. PostgreSQL runs `fn` again after a conflict, so `fn` must not change anything outside the database. Never
   * await the network or another `tx` inside. Throws what `fn` throws, after a rollback.
   * @throws StoreBusyError when the lock wasn't free in time: nothing was done
   */
  tx<Result>(fn: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /**
   * Whether anything can be written now. Known from the last write or, if that was long ago, from a test write: a
   * second at most.
   */
  isWritable(): Promise<boolean>;
  /**
   * A value that changes whenever a box, an area, a country or a rate is changed, by any process or by staff's own SQL,
   * so that caches made from them can be dropped. Other commits don't change it. Takes microseconds.
   */
  priceMark(): unknown;
  /**
   * The time on which all processes of the site agree, for claims of work: PostgreSQL's own clock, because the clocks of
   * machines differ and are set. With SQLite there is one machine, and this is its clock.
   */
  now(): Promise<Date>;
  close(): Promise<void>;
};
