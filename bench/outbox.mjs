/**
 * `node server/with-packages.mjs . node bench/outbox.mjs`: how long the outbox takes to find what is due, with 40 and with
 * 400,000 calls waiting for 40 shops' programs. With DATABASE_URL on PostgreSQL, in a
 * database that holds nothing else. Prints the median of 200 looks in milliseconds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSite, root } from "./million-quotes/site.mjs";

const RECEIVERS = 40;
const LOOKS = 200;
const AT_ONCE = 2_000;

process.chdir(root);
const folder = mkdtempSync(path.join(tmpdir(), "bench-outbox-"));
const { load, close } = await openSite();
const { openStore } = await load("/db/store.server.ts");
const { outgoingMails } = await load("/db/schema/mail.ts");
const { claimNext } = await load("/app/domain/post/claims.server.ts");
const { catchUp, dueByReceiver, isAnyDue } = await load("/app/domain/post/due.server.ts");
const store = await openStore(process.env.DATABASE_URL ?? path.join(folder, "courier.db"));
const now = new Date();
const receivers = Array.from({ length: RECEIVERS }, (_, n) => `endpoint-${String(n).padStart(2, "0")}`);

for (const waiting of [40, 400_000]) {
  const before = await store.read.$count(outgoingMails);
  for (let from = before; from < waiting; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, waiting - from) }, (_, n) => aCall(from + n));
    await store.tx((tx) => tx.insert(outgoingMails).values(some), { waitMs: 60_000 });
  }
  console.log(`${waiting} waiting:`);
  console.log(`  an email's lane looks: ${await median(() => isAnyDue(store.read, "email", now))} ms`);
  console.log(`  after the clock's change: ${await median(() => catchUp(store, "webhook", now))} ms`);
  console.log(`  all are busy: ${await median(() => claimNext(store, "webhook", receivers, now))} ms`);
  console.log(`  the first of each: ${await median(() => dueByReceiver(store.read, "webhook", now))} ms`);
}
await store.close();
await close();
rmSync(folder, { recursive: true, force: true });

async function median(look) {
  const times = [];
  for (let n = 0; n < LOOKS; n += 1) {
    const begun = performance.now();
    await look();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[LOOKS / 2].toFixed(2);
}

function aCall(n) {
  const receiver = receivers[n % RECEIVERS];
  return {
    ...{ id: `msg_${n}`, emailKey: `webhook:${n}:${receiver}`, channel: "webhook", state: "queued" },
    ...{ toAddress: receiver, receiver, subject: "parcel.delivered", textBody: "{}", htmlBody: "", attempts: 0 },
    ...{ nextAttemptAt: now, scheduledAt: now, queuedAt: now },
  };
}
