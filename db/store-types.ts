import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/** Reads of what is committed; never waits for a writer, never makes one wait. */
export type Reader = Pick<BetterSQLite3Database, "select" | "selectDistinct" | "$count">;

/** Inside a transaction: everything. */
export type Tx = Omit<BetterSQLite3Database, "transaction">;

export type TxOptions = {
  /** For how long at most it waits for its turn, while others or other programs write; 5 s if unset. */
  waitMs?: number;
  /**
   * For what many write at once, such as a count, where each statement is right by itself: on PostgreSQL it then waits for
   * whoever writes the same row, instead of conflicting with whoever reads it (READ COMMITTED). Nothing else on SQLite.
   */
  rowLocks?: boolean;
  /**
   * For what nobody is told of, such as a count of tries: on PostgreSQL it is answered before the disk and the standby have it,
   * and a failover may lose the last second of it. Nothing else on SQLite.
   */
  mayBeLost?: boolean;
};

export type Store = {
  read: Reader;
  /**
   * Runs `fn` in one write transaction: all of it is kept, on disk, or nothing is. On SQLite transactions queue; on PostgreSQL
   * `fn` runs again where another transaction was in its way, so it changes nothing outside the database.
   * Never await the network inside, nor another `tx`. Throws what `fn` throws, after undoing everything.
   * @throws StoreBusyError when its turn didn't come in that time: nothing was done
   */
  tx<Result>(fn: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /** Whether anything can be written just now. Known from the last write or, when that is old, tried: a second at most. */
  isWritable(): Promise<boolean>;
  /**
   * A mark that differs once a box, an area, a country or a rate was changed by us, another process or staff's own hand:
   * what was made from them before is old. Other commits leave it as it is. A few microseconds.
   */
  priceMark(): unknown;
  close(): Promise<void>;
};
