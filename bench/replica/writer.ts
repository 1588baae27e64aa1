/**
 * Saves emails through the store, `PER_SECOND` transactions a second (0: none), with a replica as the site runs it.
 * Reports each acknowledged one: its number, when, and how long it took in ms. `FILL_MB` first makes the database that
 * large.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { settings } from "../../app/config.server";
import { log } from "../../app/log.server";
import { outgoingMails } from "../../db/schema/mail";
import { openStore } from "../../db/store.server";
import { startReplica } from "../../server/backup/replica";

const SECOND_MS = 1000;
const words =
  "parcel driver collect deliver township gate shop school corner blue yellow call before street quote".split(" ");

const config = settings();
const { replica } = config;
const store = await openStore(config.databaseFile, replica && { checkpointPages: 16_000 });
await fill(Number(process.env.FILL_MB ?? 0));
const copy = replica && startReplica({ ...config, replica }, log);
let isStopping = false;
process.once("SIGTERM", () => {
  isStopping = true;
});
process.stdout.write("ready\n");

const perSecond = process.env.PER_SECOND ?? "200";
const [{ count = 0 } = {}] = await store.read.select({ count: sql<number>`count(*)` }).from(outgoingMails);
const begin = performance.now();
for (let n = 0; !isStopping; n += 1) {
  const due = Number(perSecond) > 0 ? begin + (n * SECOND_MS) / Number(perSecond) - performance.now() : 100;
  // Pauses even when it is late, so that signals are handled and Litestream gets its turn.
  await pause(Math.max(0, Math.min(due, 100)));
  if (perSecond === "0") continue;
  const asked = performance.now();
  await store.tx((tx) => tx.insert(outgoingMails).values(anEmail(count + n, 600)));
  process.stdout.write(`${count + n} ${Date.now()} ${(performance.now() - asked).toFixed(3)}\n`);
}
await store.close();
await copy?.stop();
process.exit(0);

async function fill(megabytes: number): Promise<void> {
  const bytes = 20_000;
  const emails = Math.floor((megabytes * 1_000_000) / (2 * bytes));
  for (let n = 0; n < emails; n += 20) {
    const some = Array.from({ length: 20 }, (_, index) => anEmail(n + index, bytes));
    await store.tx((tx) => tx.insert(outgoingMails).values(some));
  }
}

function anEmail(no: number, bytes: number) {
  const at = new Date();
  const text = () => Array.from({ length: bytes / 7 }, () => words[Math.floor(Math.random() * words.length)]).join(" ");
  return {
    ...{ id: `letter-${no}`, emailKey: `bench:${no}`, state: "sent" as const, toAddress: "thandi@example.co.za" },
    ...{ subject: "Your parcel", textBody: text(), htmlBody: text(), attempts: 1 },
    ...{ receiver: "", nextAttemptAt: at, scheduledAt: at, queuedAt: at, sentAt: at },
  };
}
