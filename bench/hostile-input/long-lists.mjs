/**
 * The memory that a list of PayFast's adds while a cashier has it checked: an ordinary one of a busy year, whose payments
 * are all in the books, and the worst that can be sent in its place. All are as long as such a form may be.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { multipart } from "../../tests/support/multipart.ts";
import { openSite } from "../million-quotes/site.mjs";

/** That of `tests/support/an-office-browser.ts`, which signs the cashier's cookie. */
export const SESSION_SECRET = "a-secret-that-the-test-knows-too";

const BYTES = 20 * 1024 ** 2;
const WANTED_MB = 60;
/** So long the garbage of the list before is left to be collected. */
const REST_MS = 3_000;

const heading =
  'Date,Type,Sign,Party,Name,Description,Currency,"Funding Type","Batch ID",Gross,Fee,Net,Balance,"M Payment ID","PF Payment ID","custom str1"\r\n';
const line = (n, order, type = "FUNDS_RECEIVED", sign = "CREDIT") =>
  `"2026-03-02 10:${String(n % 60).padStart(2, "0")}:07",${type},${sign},"Nkosi, Thandi","Thuma Shipment",,ZAR,CC,,80.62,0.00,80.62,"22,574.02",${order},${1_000_000 + n}\r\n`;

function lines(begin, lineOf) {
  const made = [begin];
  for (let [length, n] = [begin.length, 0]; ; n += 1) {
    const next = lineOf(n);
    length += next.length;
    if (length > BYTES) return made.join("");
    made.push(next);
  }
}

/** @param order of a booking; the books have its payments by their numbers */
const lists = (order) => ({
  "an ordinary list": () => lines(heading, (n) => line(n, order)),
  "payments that nobody knows": () => lines(heading, (n) => line(n + 50_000_000, "")),
  "refunds alone": () => lines(heading, (n) => line(n, order, "REFUND", "DEBIT")),
  "payouts alone": () => lines(heading, (n) => line(n, "", "PAYOUT", "DEBIT")),
  "short lines": () => lines("Gross,Date,PF Payment ID\n", (n) => `1.00,2026-03-02,${n}\n`),
  "30 columns, none of ours": () => lines(`${"name,".repeat(29)}name\n`, () => `${"value,".repeat(29)}value\n`),
  "64 columns, lines of one letter": () => `${heading.trim()}${",x".repeat(48)}\n${"a\n".repeat(BYTES / 2 - 500)}`,
  "blank lines": () => `${heading}${"\n".repeat(BYTES - 500)}`,
  "one line": () => `${heading}${"a,".repeat(BYTES / 2 - 500)}`,
  "a quote that isn't closed": () => `${heading}"${"a\n".repeat(BYTES / 2 - 500)}`,
  "a quoted field of quotes": () => `${heading}${'""'.repeat(BYTES / 2 - 500)}`,
  "no line end": () => "a".repeat(BYTES - 500),
  JSON: () => `[${'{"date":1},'.repeat(BYTES / 11 - 100)}1]`,
});

/**
 * @param site { url, pid, dataDir, database }
 * @returns whether all are as wanted
 */
export async function measureLists({ url, pid, dataDir, database }) {
  const [{ id: order }] = database.prepare("SELECT id FROM quotes LIMIT 1").all();
  database
    .prepare(
      `INSERT INTO payments (id, quote_id, state, mode, amount_cents, pf_payment_id, paid_cents, fee_cents, started_at, settled_at)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
       SELECT 'p' || i, ?, 'complete', 'simulator', 8062, 1000000 + i, 8062, 0, at, at
       FROM n, (SELECT created_at AS at FROM quotes LIMIT 1)`,
    )
    .run(order);
  database.exec("UPDATE payments SET started_at = '2026-03-02T08:00:00.000Z', settled_at = started_at");
  const { load, close } = await openSite();
  const { checkEnvironment } = await load("/app/config.server.ts");
  (await load("/app/contact.ts")).tellContact(checkEnvironment({}).contact);
  process.env.DATA_DIR = dataDir;
  const { anOfficeBrowser } = await load("/tests/support/an-office-browser.ts");
  const cashier = await anOfficeBrowser({ url, dataDir }, "cashier");
  // What every such command takes, however short its list is.
  await send(cashier, `${heading}${line(0, order)}`);
  console.log("\n| PayFast's list, 20 MB | MB added | wanted | | seconds | its answer |");
  console.log("| --- | ---: | ---: | --- | ---: | --- |");
  let isOk = true;
  for (const [shape, made] of Object.entries(lists(order))) {
    await pause(REST_MS);
    const list = made();
    const before = memoryMb(pid, "VmRSS");
    // Begins the count of the most anew.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const began = performance.now();
    const words = await send(cashier, list);
    const seconds = (performance.now() - began) / 1_000;
    const added = memoryMb(pid, "VmHWM") - before;
    isOk &&= added <= WANTED_MB;
    const cells = [shape, added.toFixed(0), WANTED_MB, added <= WANTED_MB ? "ok" : "no", seconds.toFixed(1), words];
    console.log(`| ${cells.join(" | ")} |`);
  }
  await close();
  return isOk;
}

async function send(cashier, content) {
  await cashier.open("/office/do/reconcile");
  const { action, body } = cashier.filledIn("Check");
  const answer = await cashier.send(
    action,
    multipart(body, { name: "file", fileName: "payments.csv", type: "text/csv", content }),
  );
  const { status, text } = await cashier.follow(answer);
  const [said = ""] = /payments\.csv: [^.]*\.|This would happen|matched: \d+/.exec(text) ?? [];
  return `${status} ${said}`;
}

function memoryMb(pid, name) {
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
