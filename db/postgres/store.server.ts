import type { Client as PgClient, Pool, PoolClient } from "pg";
import { SECONDS } from "../../app/durations";
import { loadSeeds } from "../seed.server";
import { StoreBusyError } from "../store-error";
import type { Reader, Store, Tx } from "../store-types";
import { callerOf, transactions } from "../transactions.server";
import { writeHealth } from "../write-health";
import { migrate, refuseOtherVersion } from "./migrate.server";
import { lookedUpPriceMark } from "./price-mark.server";
import { isConflict } from "./refusal";

/** As with SQLite: after that a person with a form is told to send it again. */
const PATIENCE_MS = 5 * SECONDS;
const PROBE_PATIENCE_MS = 1 * SECONDS;
const CONNECT_MS = 3 * SECONDS;
/** For a server that has gone without a word. Longer than any question of ours takes; nothing is cancelled on the server. */
const ANSWER_MS = 20 * SECONDS;
const CONNECTIONS = 10;
/** Two that conflict begin again at different moments. Milliseconds. */
const LONGEST_PAUSE_MS = 50;

/** Opens the site's database, brings it up to date and loads the seeds. Throws StoreError when it isn't ours. */
export async function openPostgres(url: string, tell: (words: string) => void): Promise<Store> {
  const store = await connected(url, tell, migrate);
  await loadSeeds(store, new Date());
  return store;
}

/** Opens the database that the site keeps, as it is: no migration, no seeds. Throws StoreError when it is of another release. */
export function joinPostgres(url: string): Promise<Store> {
  return connected(url, () => {}, refuseOtherVersion);
}

/** @param check looks at the database, or brings it up to date, before anything else is asked */
async function connected(
  url: string,
  tell: (words: string) => void,
  check: (client: PoolClient) => Promise<void>,
): Promise<Store> {
  // Asked for only here: a site with a SQLite file never loads them.
  const [{ default: pg }, { drizzle }] = await Promise.all([import("pg"), import("drizzle-orm/node-postgres")]);
  // Counts, sums and identities are numbers, as in SQLite; as text, one and one would be eleven.
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) pg.types.setTypeParser(type, Number);
  const pool = new pg.Pool({
    Client: clientForAnyText(pg.Client),
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: "thuma-couriers",
  });
  // A connection that rests may break; the next question opens another.
  pool.on("error", (error) => tell(`the database has closed a connection: ${error.message}`));
  try {
    await withClient(pool, check);
    // What Drizzle's builders of the two dialects answer when awaited is the same.
    const read = drizzle(pool) as unknown as Reader;
    return await storeOf(pool, read, (client) => drizzle(client) as unknown as Tx, tell);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** PostgreSQL refuses U+0000 in text, which anybody can type into an address. It is kept, and looked for, as U+FFFD. */
function clientForAnyText(Client: typeof PgClient): typeof PgClient {
  const storable = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value);
  return class extends Client {
    override query(...[config, values, ...rest]: unknown[]): never {
      const given = Array.isArray(values) ? values.map(storable) : values;
      return super.query(...([config, given, ...rest] as Parameters<PgClient["query"]>)) as never;
    }
  };
}

async function storeOf(
  pool: Pool,
  read: Reader,
  writing: (client: PoolClient) => Tx,
  tell: (words: string) => void,
): Promise<Store> {
  const { refuseNested, run } = transactions(tell);
  const health = writeHealth(() => withClient(pool, probe));
  const priceMark = await lookedUpPriceMark(async () => {
    const { rows } = await pool.query<{ changes: string }>("SELECT changes FROM price_changes");
    return Number(rows[0]?.changes ?? 0);
  });

  async function tx<Result>(fn: (tx: Tx) => Promise<Result>, { waitMs = PATIENCE_MS } = {}): Promise<Result> {
    const origin = callerOf(tx);
    refuseNested(origin);
    const begunAt = performance.now();
    for (;;) {
      try {
        const result = await withClient(pool, (client) =>
          run(origin, () => committed(client, () => fn(writing(client)))),
        );
        health.note(true);
        return result;
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (performance.now() - begunAt > waitMs)
          throw new StoreBusyError(`other transactions were in the way for ${waitMs} ms`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
      }
    }
  }

  return {
    read,
    tx,
    isWritable: health.check,
    priceMark: priceMark.mark,
    async close() {
      priceMark.stop();
      await pool.end();
    },
  };
}

/**
 * Lends a connection. One that an error has left in an unknown state is closed, never used again: a COMMIT whose answer was
 * lost may still come about.
 */
async function withClient<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } catch (error) {
    broken = !(await isUsable(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether a connection still answers, and is in no transaction. */
async function isUsable(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}

/** Commits what was done, or undoes it (`withClient`). Conflicting transactions end with SQLSTATE 40001. */
async function committed<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
  const result = await work();
  await client.query("COMMIT");
  return result;
}

/** Changes nothing, but has to be written like any commit: a standby refuses it. */
async function probe(client: PoolClient): Promise<void> {
  const written = client.query("SELECT pg_current_xact_id()");
  const tooLate = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new StoreBusyError("the database didn't answer")), PROBE_PATIENCE_MS).unref(),
  );
  await Promise.race([written, tooLate]);
}
