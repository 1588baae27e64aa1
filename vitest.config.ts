import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { isPostgres } from "./db/dialect";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const MINUTES = 60 * 1000;
/** A run that one of these settings of docs/testing.md makes long. */
const isLongRun = Object.keys(process.env).some((name) =>
  /^(CLUSTER_ROUNDS|CORPUS|CUT_EVERY|EMAILS|KILLS|PARCELS|PHOTOS|RETRIES|STOPS|WAYS|WHOLE|WORDPRESS|HOSTILE_REQUESTS|\w+_SEQUENCES)$/.test(
    name,
  ),
);

/** For what tests keep without saying where. */
const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-tests-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

const allTests = ["tests/**/*.test.{ts,tsx}"];
/** `npm run test:browser`; `npm test` leaves them out. */
const inBrowser = ["tests/journeys/**/*.test.ts", "tests/bytes/journey.test.ts", "tests/hostile/payloads.test.ts"];
/**
 * `npm test -- --project=faults --project=long`; `npm test` leaves both out. These start and kill programs for minutes,
 * check every type, fill in every form, walk every page, or type every command.
 */
const ofFaults = [
  "tests/bytes/pages.test.ts",
  "tests/hostile/every-route.test.ts",
  "tests/language/pages.test.ts",
  "tests/office/{both-faces,calls,looks,no-secret-shown,nobody-else,odd-input,payfasts-list,replaced-secret,threads}.test.ts",
  "tests/routes/{account-attacks,account-matrix,company-contact,corpus,every-place,failing-pricing}.test.ts",
  "tests/routes/{fields-and-labels,forms-after-back}.test.ts",
  "tests/routes/{links-that-end,long-fields,page-cache,wrong-clock}.test.ts",
  "tests/staff/{big-customers,command-line,documented-commands}.test.ts",
  "tests/new-field.test.ts",
  "tests/{faults,power-cut,simulation}/**/*.test.ts",
  "tests/{demo/demo,brand/another-courier}.test.ts",
  "tests/server/{lifecycle,other-starts,start-message}.test.ts",
  "tests/worker/a-day-of-photos.test.ts",
];
/** These play hundreds of histories or read every page, and share a process. */
const long = [
  "tests/domain/bookings/payments/{account-model,open-list,settlement-model}.test.ts",
  "tests/domain/drivers/{promises-after-reports,wishes-model}.test.ts",
  "tests/domain/messages/{eight-days,news-open,told-once,true-of-money,true-when-sent}.test.ts",
  "tests/domain/parcels/restate.test.ts",
  "tests/readability/pages.test.ts",
];
const finds = (words: RegExp) => (file: string) => words.test(readFileSync(file, "utf8"));
/** Those that open the site in their own process; Remix puts its own Headers and Response in place there. */
const opensSite = finds(/"[./]+\/support\/(?:open|a-secure)-site"/);
const inProcess = globSync("tests/{db,http,routes,server}/**/*.test.ts").filter(opensSite);
/** Settings are read once, and Remix's globals stay: a test that changes them needs its own process. */
const changesItsProcess = finds(
  /installGlobals\(|stubEnv\("SESSION_SECRET"|process\.env\.\w+ = |Object\.assign\(process\.env|\/support\/an-office-browser"/,
);
/** These share a process too: packages and our modules are loaded once for all of them, which took two thirds of their time. */
const together = globSync(
  "tests/{db,demo,deploy,domain,enhance,http,readability,server,staff,worker}/**/*.test.ts",
).filter((file) => !opensSite(file) && !changesItsProcess(file));
/** The office's share a process as well: they all know the same secret of a site. */
const ofOffice = globSync("tests/office/**/*.test.ts").filter(finds(/\/support\/(?:an-office-browser|open-site)"/));
const newDatabase = "tests/support/new-database.ts";
/** `node tests/postgres/run.mjs` runs all others on PostgreSQL. */
const onlySqlite = [
  // The bench's servers share a file.
  "tests/bench/**",
  // They cut the power below SQLite's file, damage it, lock it, or take away the rights to it.
  "tests/{power-cut,simulation}/**",
  "tests/db/{issued,lock,log-size,opening,soundness,staff-reading}.test.ts",
  "tests/faults/{another-user,damaged-database,full-disk,start-under-a-lock}.test.ts",
  // PostgreSQL has replicas and backups of its own.
  "tests/db/data-owner.test.ts",
  "tests/faults/{replica,snapshot,snapshot-restore,takeover}.test.ts",
  // They look at SQLite's migrations, columns and plans of queries.
  "tests/db/{migrate,staff-document,staff-speed}.test.ts",
  // A demo's database is always SQLite; a new field is a matter of types; a sentence and a colour are the same from any database.
  "tests/{brand,demo}/**",
  "tests/language/**",
  "tests/new-field.test.ts",
  // It counts SQLite's statements. They come from the same queries, and time on the way to a server is another matter.
  "tests/pinned-work.test.ts",
  // They look at pages, addresses, scripts and what a phone keeps, for minutes; which database is behind them changes nothing.
  "tests/bytes/**",
  "tests/hostile/{every-route,payloads}.test.ts",
  "tests/journeys/{any-address,at-a-glance,by-keyboard,driver-without-signal,every-page-is-for-everyone,late-script}.test.ts",
  "tests/journeys/{no-signal,nothing-moves,one-redirect,small-screen-type,where-people-get-stuck}.test.ts",
  "tests/readability/**",
  // They ask which words are said, what a form does that is sent again, or how a list is read: the same from any database.
  // The other rooms and tests/faults/forms-sent-again write and read the same rows on PostgreSQL.
  "tests/domain/drivers/promises-after-reports.test.ts",
  "tests/domain/messages/{eight-days,told-once,true-of-money,true-when-sent}.test.ts",
  "tests/office/{calls,no-secret-shown,payfasts-list}.test.ts",
  "tests/routes/{every-place,forms-after-back}.test.ts",
  // They are about bodies that are refused before a database is asked, a photo's process, clients and Litestream.
  "tests/faults/{hostile-bodies,large-photos}.test.ts",
  "tests/domain/drivers/photo*.test.ts",
  "tests/domain/prices/contract/http-client.test.ts",
  "tests/server/replica-process.test.ts",
  // What a terminal and a page type is the same; each documented command meets PostgreSQL in tests/staff/documented-commands.
  "tests/office/both-faces.test.ts",
  "tests/staff/command-line.test.ts",
  "tests/routes/{account-attacks,account-matrix,company-contact,corpus,failing-pricing,fields-and-labels,lite,long-fields,page-cache}.test.ts",
  "tests/server/{install,other-starts,runtime}.test.ts",
  "tests/{enhance,worker}/**",
];
/** Packages have tests of their own: those of `node server/with-packages.mjs tests/mutation node tests/mutation/run.mjs` are installed below tests/. */
const otherSuites = [
  "**/node_modules/**",
  "tests/cluster/**",
  "tests/{opencart,woocommerce}/**",
  ...(isPostgres ? onlySqlite : ["tests/postgres/**"]),
];

export default defineConfig({
  // Keeps how long each file took, because the longest begins first; `npm ci` empties node_modules.
  cacheDir: ".cache/vite",
  resolve: {
    alias: [
      { find: /^#app\//, replacement: `${folder("./app")}/` },
      { find: /^#db\//, replacement: `${folder("./db")}/` },
      // The bench has a copy of its own, which no test installs.
      { find: "node-html-parser", replacement: folder("./tests/node_modules/node-html-parser") },
    ],
  },
  test: {
    projects: projects(),
    // Each file in a process of its own: native modules (SQLite, Argon2) and settings read once don't share well.
    pool: "forks",
    // More than processors, because many tests wait: for a mail server's silence, or a process that starts.
    maxWorkers: 4,
    // Only against what hangs: no test fails because the machine is busy.
    testTimeout: isLongRun ? 300 * MINUTES : 5 * MINUTES,
    hookTimeout: 5 * MINUTES,
    expect: { poll: { timeout: 2 * MINUTES } },
    setupFiles: ["tests/support/placeholder-contact.ts"],
    env: { LOG_LEVEL: "silent", DATA_DIR: dataDir },
  },
});

function projects() {
  const project = (name: string, test: object) => ({ extends: true as const, test: { name, ...test } });
  const globalSetup = [newDatabase];
  const elsewhere = [...ofFaults, ...long, ...otherSuites];
  if (process.env.CLUSTER_ROUNDS) return [project("on a cluster", { include: ["tests/cluster/**/*.test.ts"] })];
  const { WORDPRESS, OPENCART } = process.env;
  if (WORDPRESS && OPENCART)
    return [project("in both", { include: ["tests/opencart/beside-woocommerce.test.ts"], globalSetup })];
  if (WORDPRESS) return [project("in WordPress", { include: ["tests/woocommerce/**/*.test.ts"], globalSetup })];
  if (OPENCART) return [project("in OpenCart", { include: ["tests/opencart/real-shop.test.ts"], globalSetup })];
  return [
    project("browser", {
      include: inBrowser,
      exclude: otherSuites,
      isolate: false,
      globalSetup: [newDatabase, "tests/support/shared-browser.ts"],
    }),
    project("faults", { include: ofFaults, exclude: otherSuites, globalSetup }),
    project("long", { include: long, exclude: otherSuites, isolate: false, globalSetup }),
    project("in process", { include: inProcess, exclude: elsewhere, isolate: false, globalSetup }),
    project("together", { include: together, exclude: elsewhere, isolate: false, globalSetup }),
    project("office", { include: ofOffice, exclude: elsewhere, isolate: false, globalSetup }),
    project("others", {
      include: allTests,
      exclude: [...inBrowser, ...inProcess, ...together, ...ofOffice, ...elsewhere],
      globalSetup,
    }),
  ];
}
