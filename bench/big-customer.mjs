/**
 * `node server/with-packages.mjs tests node bench/big-customer.mjs [bookings]`: how long the site stands still, and how
 * much memory it takes, while a customer with 14,000 bookings searches their dashboard, opens the payment page of a
 * hundred parcels and downloads their data; while the office exports and corrects them, and looks at what forgetting them
 * would delete; and while they delete their account, until all of it is erased. Wanted: the event loop is held for 50 ms
 * at most, and at most 100 MB are added; ends with 1 when anything takes more.
 *
 * The bookings are made, paid and delivered by the site's own code. All is measured in the site's process, by what is
 * loaded with `--import`: the hold by a timer that is due each millisecond, by the clock and in the main thread's own
 * processor time, which other programs don't change and which counts; and the memory as the most that the process held, of
 * what was asked each 20 ms, its threads included. Each act is done before by a customer with three bookings, which isn't
 * counted: it compiles.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../server/fresh.mjs";
import { ours, ownFile } from "./contestants.mjs";
import { openSite } from "./million-quotes/site.mjs";
import { startServer } from "./server-process.mjs";

const BOOKINGS = Number(process.argv[2] ?? 14_000);
const FEW = 3;
const WANTED_MS = 50;
const WANTED_MB = 100;
const ERASED_WITHIN_MS = 20 * 60 * 1000;
const PASSWORD = "kasi-taxi-rank-7";
const figuresFile = ownFile("figures.json");

buildIfStale();
process.env.DATA_DIR = ownFile("data");
const { load, close } = await openSite();
const { anOfficeBrowser, SESSION_SECRET } = await load("/tests/support/an-office-browser.ts");
const site = await startSite();
const { joinStore } = await load("/db/store.server.ts");
const store = await joinStore(path.join(ownFile("data"), "courier.db"));
const manager = await anOfficeBrowser({ url: site.url, dataDir: ownFile("data") }, "manager", store);

console.log("| what | longest hold, ms of processor | by the clock, ms | memory added, MB | took, s | |");
console.log("| --- | ---: | ---: | ---: | ---: | --- |");
await actsOf(await aCustomer("few@example.co.za", FEW), false);
const began = performance.now();
const big = await aCustomer("big@example.co.za", BOOKINGS);
console.error(`${BOOKINGS} bookings were made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
await actsOf(big, true);
await store.close();
await close();
await site.stop();
process.exit();

async function startSite() {
  const contestant = ours("data");
  const hold = path.resolve("bench/big-customer/hold.mjs");
  return startServer(
    {
      ...contestant,
      command: () => [process.execPath, "--import", hold, ...contestant.command().slice(1)],
      env: (port) => ({ ...contestant.env(port), SESSION_SECRET, HOLD_FILE: figuresFile }),
    },
    { alone: false },
  );
}

/** A customer with so many delivered parcels, the newest hundred in one order. */
async function aCustomer(email, bookings) {
  const { aVerifiedCustomer } = await load("/tests/support/a-customer.ts");
  const { aParcel } = await load("/demo/a-parcel.ts");
  const { byKey } = await load("/demo/bookings.ts");
  const { worldOf } = await load("/tests/support/a-world.ts");
  const { provenOwner } = await load("/app/domain/accounts/accounts.server.ts");
  const { orderOpenList } = await load("/app/domain/quotes/payment-order.server.ts");
  const visitor = await aVerifiedCustomer({ url: site.url, dataDir: ownFile("data") }, email);
  const { uid } = await provenOwner(store.read, email);
  const world = worldOf(store, "simulator");
  const answers = { addresses: { fromEmail: email, toEmail: "" } };
  const made = (n) => aParcel(answers).booked(byKey({ uid, keyId: "a-key" }, `${n}`));
  const now = new Date();
  const open = Math.min(100, bookings - 1);
  for (let n = 0; n < bookings - open; n += 1) await made(n).delivered().in(world, now);
  const unpaid = [];
  for (let n = 0; n < open; n += 1) unpaid.push((await made(`open ${n}`).unpaid().in(world, now)).quote);
  const orderId = await store.tx((tx) => orderOpenList(tx, unpaid[0]));
  return { email, uid, visitor, orderId };
}

async function actsOf({ email, uid, visitor, orderId }, isCounted) {
  const office = async (name, answers, ...buttons) => {
    await manager.open(`/office/do/${name}`);
    for (const [at, button] of buttons.entries()) await manager.press(button, at === 0 ? answers : {});
  };
  const acts = {
    "the dashboard": () => visitor.open("/dashboard"),
    "a search that finds nothing": () => visitor.open("/dashboard?q=e+a+i+o+u+n+s+t+r+q+zz"),
    "the payment page of a hundred parcels": () => visitor.open(`/payfast/order/${orderId}`),
    "Download my data": async () => {
      const answer = await visitor.send("/account/data", {});
      for await (const _ of answer.body);
    },
    "Download the copy (office)": async () => {
      await manager.open("/office/do/export-customer");
      const answer = await manager.pressOnce("Download the copy", { person: email });
      for await (const _ of answer.body);
    },
    "Check of correct customer": () => office("correct-customer", { person: email, phone: "083 111 2222" }, "Check"),
    "Do it of correct customer": () =>
      office("correct-customer", { person: email, phone: "083 111 2223" }, "Check", "Do it"),
    "Check of forget customer": () => office("forget-customer", { person: email }, "Check"),
    "Delete my account, until it is erased": async () => {
      await visitor.open("/account/delete");
      await visitor.press("Delete my account", { currentPassword: PASSWORD });
      const { quotes } = await load("/db/schema/quotes.ts");
      const { eq } = await load("/node_modules/drizzle-orm/index.js");
      for (const until = performance.now() + ERASED_WITHIN_MS; performance.now() < until; await pause(500))
        if ((await store.read.$count(quotes, eq(quotes.uid, uid))) === 0) break;
    },
  };
  for (const [what, act] of Object.entries(acts)) {
    await figures();
    const { nowMb } = await figures();
    const began = performance.now();
    await act();
    const tookS = (performance.now() - began) / 1000;
    const { heldMs, workedMs, mostMb } = await figures();
    const addedMb = mostMb - nowMb;
    const isOk = workedMs <= WANTED_MS && addedMb <= WANTED_MB;
    if (!isCounted) continue;
    if (!isOk) process.exitCode = 1;
    const cells = [workedMs.toFixed(0), heldMs.toFixed(0), addedMb.toFixed(0), tookS.toFixed(1)];
    console.log(`| ${what} | ${cells.join(" | ")} | ${isOk ? "ok" : "no"} |`);
  }
}

/** What the site's process has measured since it was asked last. */
async function figures() {
  rmSync(figuresFile, { force: true });
  process.kill(site.pid, "SIGUSR2");
  while (!existsSync(figuresFile)) await pause(20);
  await pause(20);
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}
