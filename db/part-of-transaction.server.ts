import { type SQL, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";
import type { Store, Tx } from "./store-types";

/**
 * A store whose transactions are parts of one that is open: each is undone alone when it throws, and nothing is committed
 * before the outer one is. It reads what the outer one has written.
 */
export function partOf(store: Store, tx: Tx): Store {
  const partly: Store["tx"] = async (work) => {
    await ask(tx, sql`SAVEPOINT part`);
    try {
      return await work(tx);
    } catch (error) {
      await ask(tx, sql`ROLLBACK TO SAVEPOINT part`);
      throw error;
    } finally {
      await ask(tx, sql`RELEASE SAVEPOINT part`);
    }
  };
  return { ...store, read: tx, tx: partly };
}

/** Drizzle runs plain SQL under another name for each dialect. */
async function ask(tx: Tx, query: SQL): Promise<void> {
  if (isPostgres) await (tx as unknown as { execute(query: SQL): Promise<unknown> }).execute(query);
  else tx.run(query);
}
