import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const patroni = read("deploy/patroni.yml");
const haproxy = read("deploy/haproxy.cfg");
const operations = read("docs/operations.md");
const number = (text: string, shape: RegExp) => Number(shape.exec(text)?.[1] ?? Number.NaN);

test("a commit always waits for a standby, and nothing cancels that wait", () => {
  expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m);
  expect(patroni).toMatch(/^ {4}synchronous_mode_strict: true$/m);
  expect(patroni).not.toMatch(/statement_timeout|synchronous_commit/);
  const ours = readdirSync("db", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  // A transaction that only reads has nothing to wait for.
  const writing = (file: string) => read(`db/${file}`).replaceAll(/READ ONLY;[^`]*SET LOCAL statement_timeout/g, "");
  expect(ours.filter((file) => /statement_timeout|pg_cancel_backend/.test(writing(file)))).toEqual([]);
});

test("a leader steps down before Patroni promotes another", () => {
  const [ttl, loop, retry] = ["ttl", "loop_wait", "retry_timeout"].map((name) =>
    number(patroni, new RegExp(`^ {4}${name}: (\\d+)$`, "m")),
  );
  expect(ttl).toBeGreaterThanOrEqual((loop ?? 0) + 2 * (retry ?? 0));
  expect(operations).toContain(`within ${ttl} seconds`);
});

test("HAProxy asks each database's Patroni port for the leader, and closes connections to one that no longer leads", () => {
  const port = number(patroni, /listen: [\d.]+:(\d+)\n {2}connect_address/);
  const servers = haproxy.match(/^ {2}server .*$/gm) ?? [];
  expect(servers).toHaveLength(3);
  for (const server of servers) expect(server).toContain(`:5432 check port ${port}`);
  expect(haproxy).toContain("OPTIONS /primary");
  expect(haproxy).toContain("on-marked-down shutdown-sessions");
});

test("there are enough connections for several processes of the site", () => {
  const { writing, reading } = Object.fromEntries(
    [...read("db/postgres/store.server.ts").matchAll(/(writing|reading): (\d+)/g)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  );
  const each = (writing ?? Number.NaN) + (reading ?? Number.NaN);
  expect(operations).toContain(`Each process holds up to ${each} connections`);
  expect(number(patroni, /max_connections: (\d+)/)).toBeGreaterThan(4 * each);
});

test("the balancer checks an address that needs no database, and backups are of PostgreSQL's own folder", () => {
  expect(read("deploy/Caddyfile.balancer")).toContain("health_uri /robots.txt");
  expect(read("app/routes/robots[.]txt.ts")).not.toMatch(/services\(|store/);
  const folder = /data_dir: (\S+)/.exec(patroni)?.[1];
  expect(read("deploy/pgbackrest.conf")).toContain(`pg1-path=${folder}\n`);
});
