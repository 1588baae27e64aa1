/**
 * Writes a row every tenth of a second to one node, whoever leads, and records what was acknowledged: `node prober.mjs
 * <database> <node> <file>`. The timeline is PostgreSQL's own count of leaders.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const [connectionString, node, file] = process.argv.slice(2);
const EVERY_MS = 100;
const INSERT = `INSERT INTO cluster_probe (node) VALUES ($1)
  RETURNING id, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`;

let client;
for (;;) {
  try {
    if (!client) {
      client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 60_000 });
      client.on("error", () => undefined);
      await client.connect();
    }
    const { rows } = await client.query(INSERT, [node]);
    appendFileSync(file, `${JSON.stringify({ node, at: Date.now(), ...rows[0] })}\n`);
  } catch {
    // A standby, or down: nothing was acknowledged.
    void client?.end().catch(() => undefined);
    client = undefined;
  }
  await pause(EVERY_MS);
}
