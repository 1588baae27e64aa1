/**
 * `node server/with-packages.mjs bench node bench/processes.mjs [--customers 200]`: quotes, bookings, payment notices and dashboards a second, with one
 * process, two and four, on SQLite and on a temporary local PostgreSQL (Debian's, which waits for the disk at every
 * commit).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale, root } from "../server/fresh.mjs";
import { startPostgres } from "../tests/postgres/server.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";
import { answers, filledIn } from "./form.mjs";
import { Customer } from "./journey.mjs";
import { startServer } from "./server-process.mjs";

const AT_ONCE = 8;
const parcel = { selectedBoxId: "stock-3", quantity: "1", parcelDesc: "School shoes" };
const account = { name: "Thandi Nkosi", phone: "082 123 4567", password: "kasi-taxi-rank-7" };

process.chdir(root);
buildIfStale();
const { values } = parseArgs({ options: { customers: { type: "string", default: "200" } } });
const customers = Number(values.customers);
const rows = [];
for (const database of ["SQLite", "PostgreSQL"])
  for (const processes of [1, 2, 4]) rows.push({ database, processes, ...(await measured(database, processes)) });

const whats = ["quotes", "bookings", "notices", "dashboards"];
console.log(
  `\n${customers} customers, ${AT_ONCE} at once; load average ${loadavg()[0].toFixed(1)} at the end. A second:\n`,
);
console.log(`| database | processes | ${whats.join(" | ")} |\n| --- | ---: |${" ---: |".repeat(whats.length)}`);
for (const row of rows)
  console.log(`| ${row.database} | ${row.processes} | ${whats.map((what) => Math.round(row[what])).join(" | ")} |`);
process.exit(0);

async function measured(database, processes) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-processes-"));
  const postgres = database === "PostgreSQL" ? await startPostgres({ settings: [] }) : undefined;
  const env = {
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: postgres.url, SESSION_SECRET: "the same in every process of this bench" }),
    QUOTES_PER_HOUR: "1000000",
    BOOKINGS_PER_HOUR: "1000000",
  };
  const site = {
    title: `${database}, ${processes}`,
    cwd: root,
    command: () => [process.execPath, ...siteArguments],
    env: (port) => ({ ...env, PORT: String(port) }),
  };
  const servers = [];
  for (let n = 0; n < processes; n += 1) servers.push(await startServer(site, { alone: false }));
  const figures = await asked(servers.map(({ url }) => url));
  await Promise.all(servers.map((server) => server.stop()));
  postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  return figures;
}

/** Each customer stays with one process, as with a sticky load balancer. */
async function asked(origins) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const all = Array.from({ length: customers }, (_, n) => new Customer(origins[n % origins.length], agent));
  const each = async (walk) => {
    const left = [...all];
    const one = async () => {
      for (let customer = left.pop(); customer; customer = left.pop()) await walk(customer);
    };
    const begunAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return (customers / (performance.now() - begunAt)) * 1000;
  };
  const follow = async (customer) => {
    for (let hops = 0; hops < 4 && /^30[23]$/.test(customer.answer?.status ?? ""); hops += 1) {
      customer.page = await customer.send(customer.answer.headers.location);
      customer.answer = customer.page;
    }
  };
  const pressed = (button, typed) => each((customer) => customer.press(button, typed));
  await each((customer) => customer.open("/ship/addresses"));
  await pressed("Next", answers);
  await each(follow);
  const quotes = await pressed("Calculate Quote", parcel);
  await each(follow);
  const bookings = await pressed("Book This Collection", { confirm: "on" });
  await each(follow);
  await pressed("Pay now");
  await each(follow);
  // The simulator posts a notice as PayFast does, and waits for its answer.
  const notices = await each(pay);
  const dashboards = await each(await dashboardOf(origins, agent));
  agent.destroy();
  return { quotes, bookings, notices, dashboards };
}

/** The pressed button adds its decision to the form. */
async function pay(customer) {
  const { url, headers, body } = filledIn(customer.page, "Complete payment", {});
  const answer = await customer.send(url, { method: "POST", headers, body: `${body}&decision=COMPLETE` });
  if (!answer.headers.location?.includes("/payfast/return")) throw new Error(`the payment answered ${answer.status}`);
}

/** A newly registered account, whose dashboard every customer of the benchmark reads. */
async function dashboardOf(origins, agent) {
  const member = new Customer(origins[0], agent);
  await member.open("/login?tab=register");
  await member.press("Register", { ...account, email: "thandi@example.co.za" });
  return async ({ at }) => {
    const reader = new Customer(new URL(at).origin, agent);
    reader.cookies = member.cookies;
    const { status } = await reader.send("/dashboard");
    if (status !== 200) throw new Error(`the dashboard answered ${status}`);
  };
}
