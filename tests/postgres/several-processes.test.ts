import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq, isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { queueEmail } from "#app/domain/mail/outbox.server";
import { SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { rates } from "#db/schema/pricing";
import { joinStore } from "#db/store.server";
import { aMailServer } from "../support/a-mail-server";
import { aFolder } from "../support/a-store";
import { type RunningSite, startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";

const EMAILS = Number(process.env.EMAILS ?? 200);
const KILLS = Number(process.env.EMAILS ? 8 : 3);
/** Of one process, at a time. */
const IN_HAND = 4;

test("a rate that staff change shows on the pages of every process within two seconds", async () => {
  const { start, store } = await machines();
  const sites = [await start(), await start()];
  const pages = () => Promise.all(sites.map(({ url }) => fetch(`${url}/`).then((page) => page.text())));
  // Twice, so that both are kept.
  await pages();
  const before = await pages();
  await (await store()).tx((tx) => tx.update(rates).set({ amountCents: 98_765 }).where(isNotNull(rates.amountCents)));
  await pause(2 * SECONDS);
  const after = await pages();
  expect(after.map((page, n) => page === before[n])).toEqual([false, false]);
  expect(after[1]).toBe(after[0]?.replaceAll(`:${sites[0]?.port}`, `:${sites[1]?.port}`));
});

test(`${EMAILS} emails and four processes, killed at random: all are sent, at most what the killed ones had in hand twice`, async () => {
  const mail = await aMailServer({ answersAfterMs: 50 });
  const { start, store } = await machines({ SMTP_URL: mail.url, MAIL_FROM: "no-reply@thuma.example" });
  const running: RunningSite[] = [];
  for (let n = 0; n < 4; n += 1) running.push(await start());
  const ours = await store();
  await ours.tx(async (tx) => {
    for (let n = 0; n < EMAILS; n += 1) {
      const to = `person${n}@domain${n % 40}.example`;
      await queueEmail(tx, { key: to, to, subject: to, text: to, html: to }, new Date());
    }
  });
  for (let kills = 0; kills < KILLS; kills += 1) {
    await pause(300);
    const [killed] = running.splice(Math.floor(Math.random() * running.length), 1);
    await killed?.kill();
    running.push(await start());
  }
  const sent = () => ours.read.$count(outgoingMails, eq(outgoingMails.state, "sent"));
  // What the killed ones had in hand goes once nobody has renewed it for two minutes.
  while ((await sent()) < EMAILS) await pause(500);
  expect(await sent()).toBe(EMAILS);
  const twice = mail.texts - EMAILS;
  console.info(
    `${EMAILS} emails, 4 processes, ${KILLS} killed: ${new Set(mail.received.map(({ to }) => to)).size} people have theirs, ${twice} of them twice`,
  );
  expect(new Set(mail.received.map(({ to }) => to)).size).toBe(EMAILS);
  expect(twice).toBeLessThanOrEqual(KILLS * IN_HAND);
});

/** Several machines with one database. */
async function machines(settings: Record<string, string> = {}) {
  const DATABASE_URL = await storePlace(path.join(aFolder(), "courier.db"));
  const shared = { ...settings, DATABASE_URL, SESSION_SECRET: randomBytes(33).toString("base64") };
  return {
    async start() {
      const site = await startSite({ ...shared, DATA_DIR: aFolder() });
      onTestFinished(() => void site.send("SIGKILL"));
      return site;
    },
    async store() {
      const store = await joinStore(DATABASE_URL);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
