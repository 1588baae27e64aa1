import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { SECONDS } from "../../app/durations";
import { noteOf } from "../issued/beside-file.server";
import { loadSeeds } from "../seed.server";
import { StoreBusyError } from "../store-error";
import type { Reader, Store, Tx, TxOptions } from "../store-types";
import { callerOf, transactions } from "../transactions.server";
import { whenFree } from "../when-free";
import { writeHealth } from "../write-health";
import { siteClient } from "./client";
import { catchUpInPostgres, issuedInPostgres } from "./issued.server";
import { MARK, markIn, refuseMark } from "./mark.server";
import { migrate, refuseToJoin } from "./migrate.server";
import { named } from "./names";
import { lookedUpPriceMark } from "./price-mark.server";
import { awayInWords, isAway, isConflict, isGivenUp, LostCommitError } from "./refusal";
import { beginning, type Isolation } from "./transaction";

/** As with SQLite: after this the user is asked to send the form again. */
const PATIENCE_MS = 5 * SECONDS;
const PROBE_PATIENCE_MS = 1 * SECONDS;
/** For a server that has stopped answering. Longer than any query of ours takes; nothing is cancelled on the server. */
const ANSWER_MS = 20 * SECONDS;
/**
 * After this the server ends a transaction that sends nothing more, and frees its locks: the process has probably died.
 */
const SILENT_MS = 15 * SECONDS;
/** For each process. Readers have their own connections, so that a commit that waits for a standby delays no page. */
const CONNECTIONS = { writing: 10, reading: 6 };

/** How long others may commit before the note of issued numbers is compared. */
const NOTE_AFTER_MS = 1 * SECONDS;

/**
 * Opens the site's database, migrates it and loads the seeds. Waits while the server is away: a failover or a restart
 * of both machines takes longer than the tries that a service manager gives us. Throws StoreError when it isn't ours.
 * @param noteBeside the file beside which the numbers that were issued are noted, if they are
 */
export function openPostgres(url: string, report: (words: string) => void, noteBeside?: string): Promise<Store> {
  const open = async () => {
    const store = await connected(url, report, broughtUpToDate, noteBeside);
    try {
      await loadSeeds(store, new Date());
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  const broughtUpToDate = async (client: PoolClient) => {
    await migrate(client);
    const lacks = noteBeside && (await catchUpInPostgres(client, noteBeside, new Date()));
    if (lacks) report(lacks);
  };
  return whenFree(open, { report: (error) => report(`${awayInWords(error)}; waiting for it`) });
}

/** Opens the site's database without migrating or seeding it. Throws StoreError when it is of another release. */
export function joinPostgres(url: string): Promise<Store> {
  return connected(url, () => {}, refuseToJoin);
}

/** @param check looks at the database, or brings it up to date, before anything else is asked */
async function connected(
  url: string,
  report: (words: string) => void,
  check: (client: PoolClient) => Promise<void>,
  noteBeside?: string,
): Promise<Store> {
  // Imported only here, so that a site with a SQLite file never loads them.
  const [{ default: pg }, { drizzle }] = await Promise.all([import("pg"), import("drizzle-orm/node-postgres")]);
  // Read counts, sums and identities as numbers, as with SQLite; as text, 1 + 1 would be 11.
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) pg.types.setTypeParser(type, Number);
  const open = (max: number) => {
    const pool = new pg.Pool({
      Client: siteClient(pg.Client),
      ...named(url, "site"),
      max,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: SILENT_MS,
      keepAlive: true,
      verify: (client, done) => void refuseWrongServer(client).then(() => done(), done),
    });
    // An idle connection may break; the next query opens another.
    pool.on("error", (error) => report(`the database has closed a connection: ${error.message}`));
    // The query that uses the connection gets the error too. Without a listener it would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const pools = { writing: open(CONNECTIONS.writing), reading: open(CONNECTIONS.reading) };
  try {
    await withClient(pools.writing, check);
    // Awaiting either dialect's query builder gives the same result.
    const read = drizzle(pools.reading) as unknown as Reader;
    return await storeOf(pools, read, (client) => drizzle(client) as unknown as Tx, report, noteBeside);
  } catch (error) {
    await Promise.all([pools.writing.end(), pools.reading.end()]);
    throw error;
  }
}

async function storeOf(
  { writing: pool, reading }: { writing: Pool; reading: Pool },
  read: Reader,
  writing: (client: PoolClient) => Tx,
  report: (words: string) => void,
  noteBeside?: string,
): Promise<Store> {
  const issued = noteBeside ? noteOf(() => issuedInPostgres(reading), noteBeside, NOTE_AFTER_MS) : undefined;
  const { refuseNested, run } = transactions(report);
  // A transaction that wrote nothing ends without the standby, so only the probe tells.
  const health = writeHealth(oneProbe(pool, reading));
  const priceMark = await lookedUpPriceMark(async () => {
    const { rows } = await reading.query<{ changes: string }>("SELECT changes FROM price_changes");
    return Number(rows[0]?.changes ?? 0);
  });

  async function tx<Result>(
    fn: (tx: Tx) => Promise<Result>,
    { waitMs = PATIENCE_MS, rowLocks = false, mayBeLost = false }: TxOptions = {},
  ): Promise<Result> {
    const origin = callerOf(tx);
    refuseNested(origin);
    if (waitMs === 0 && isInUse(pool)) throw new StoreBusyError("every connection is in use");
    const givesUpAt = performance.now() + waitMs;
    for (let isolation: Isolation = rowLocks ? "row locks" : "beside others"; ; isolation = "alone") {
      const leftMs = givesUpAt - performance.now();
      // Who waits for nobody (0) tries once.
      if (leftMs <= 0 && isolation === "alone")
        throw new StoreBusyError(`other transactions were in the way for ${waitMs} ms`);
      try {
        const result = await withClient(pool, async (client) => {
          await client.query(beginning(isolation, Math.max(leftMs, 1), mayBeLost));
          return run(origin, () => committed(client, () => fn(writing(client))));
        });
        issued?.look();
        return result;
      } catch (error) {
        if (isGivenUp(error)) throw new StoreBusyError("PostgreSQL gave a statement up", { cause: error });
        if (!isConflict(error)) throw error;
      }
    }
  }

  return {
    read,
    tx,
    isWritable: health.check,
    priceMark: priceMark.mark,
    async now() {
      const { rows } = await reading.query<{ now: Date }>("SELECT clock_timestamp() AS now");
      return rows[0]?.now ?? new Date();
    },
    async close() {
      // It may ask a server that is away.
      await Promise.race([issued?.close(), pause(NOTE_AFTER_MS, undefined, { ref: false })]);
      void priceMark.stop();
      await Promise.all([pool.end(), reading.end()]);
    },
  };
}

/**
 * For some seconds after a failover, HAProxy may still connect to the old leader. It may be a standby by now, which
 * doesn't have the newest commits: no customer may read there. Nor may a site go on here that was cut off while it was
 * moved to a file. An open connection needs no such check, because a leader closes all before it becomes a standby, and
 * the site isn't moved while one is open.
 * @throws an error with SQLSTATE 25006 (`isAway`), LeftError
 */
async function refuseWrongServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: string; mark: string | null }>(
    `SELECT current_setting('transaction_read_only') AS "isReadOnly", ${MARK} AS mark`,
  );
  const { isReadOnly, mark } = rows[0] ?? { isReadOnly: "on", mark: null };
  if (isReadOnly === "on") throw Object.assign(new Error("the database is a standby"), { code: "25006" });
  refuseMark(markIn(mark));
}

/**
 * Lends a connection. After an error that leaves its state unknown it is closed and never used again: a COMMIT whose
 * answer was lost may still happen.
 */
async function withClient<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } catch (error) {
    broken = isAway(error) || !(await isUsable(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether whoever asks for a connection now has to wait for one. */
function isInUse({ idleCount, totalCount }: Pool): boolean {
  return idleCount === 0 && totalCount >= CONNECTIONS.writing;
}

/** Whether a connection still answers and is in no transaction. */
async function isUsable(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}

/** Commits the transaction, or rolls it back (`withClient`). */
async function committed<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  const { command } = await client.query("COMMIT").catch((error: unknown) => {
    throw isAway(error) ? new LostCommitError("the answer to a COMMIT was lost", { cause: error }) : error;
  });
  // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement has failed.
  if (command !== "COMMIT") throw new Error("a transaction was undone whose work had swallowed an error");
  return result;
}

/** Changes nothing, but must be written like any commit, by the standby too. */
const PROBE = "SELECT pg_logical_emit_message(true, 'thuma', '')";

/**
 * A try to write. While the standby is missing nothing answers it, and its connection keeps waiting on the server even
 * when we close it. So there is no second try as long as the first one waits there: a hundred of them would take all the
 * connections that the server has.
 */
function oneProbe(pool: Pool, reading: Pool): () => Promise<void> {
  let waiting: number | undefined;
  return async () => {
    if (waiting !== undefined) {
      const stillWaits = "SELECT FROM pg_stat_activity WHERE pid = $1 AND query = $2 AND state = 'active'";
      const { rowCount } = await reading.query(stillWaits, [waiting, PROBE]);
      if (rowCount !== 0) throw new Error("the last probe still waits for the standby");
    }
    await withClient(pool, async (client) => {
      waiting = processOf(client);
      await client.query({ text: PROBE, query_timeout: PROBE_PATIENCE_MS } as QueryConfig);
      waiting = undefined;
    });
  };
}

/** The server's process for a connection. The driver has it, but its types don't. */
function processOf(client: PoolClient): number | undefined {
  return (client as { processID?: number }).processID;
}
