import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { queueEmail } from "#app/domain/post/outbox.server";
import { SECONDS } from "#app/durations";
import { joinStore } from "#db/store.server";
import { limitsAsked } from "../../demo/limits-asked";
import { inTheFile } from "../support/a-guest";
import { aMailServer, type MailServer } from "../support/a-mail-server";
import { aFolder } from "../support/a-store";
import { type RunningSite, startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";
import { holdWriteLock } from "../support/write-lock";

test("two sites on one database and a slow server: twelve emails arrive twelve times", async () => {
  const mail = await aMailServer({ answersAfterMs: 300 });
  const DATA_DIR = aFolder();
  const sites = [await aSite(mail, DATA_DIR), await aSite(mail, DATA_DIR)];
  await queueTwelve(DATA_DIR);
  await expectEachOnce(mail, DATA_DIR);
  await Promise.all(sites.map((site) => site.stop()));
  expect(mail.texts).toBe(12);
});

test("stopped while the server takes 4 s for each email, it waits for those; the next start sends the others", async () => {
  const mail = await aMailServer({ answersAfterMs: 4 * SECONDS });
  const DATA_DIR = aFolder();
  const site = await aSite(mail, DATA_DIR);
  await queueTwelve(DATA_DIR);
  await expect.poll(() => mail.texts).toBe(4);
  expect(await site.stop()).toBe(0);
  expect(mail.received).toHaveLength(4);
  expect(countsByState(DATA_DIR)).toEqual({ sent: 4, queued: 8, claimed: 0, attempts: 4 });

  mail.behaviour.answersAfterMs = 0;
  const after = await aSite(mail, DATA_DIR);
  await expectEachOnce(mail, DATA_DIR);
  await after.stop();
  expect(mail.texts).toBe(12);
});

test("stopped while the server hangs before the text, it releases those emails", async () => {
  const mail = await aMailServer({ hangsAt: { name: /./ } });
  const DATA_DIR = aFolder();
  const site = await aSite(mail, DATA_DIR);
  await queueTwelve(DATA_DIR);
  await expect.poll(() => countsByState(DATA_DIR).claimed).toBe(4);
  expect(await site.stop()).toBe(0);
  expect(countsByState(DATA_DIR)).toEqual({ sent: 0, queued: 12, claimed: 0, attempts: 0 });
});

test("staff lock the database for 12 s while emails are being sent: each arrives once", async () => {
  const mail = await aMailServer({ answersAfterMs: 500 });
  const DATA_DIR = aFolder();
  const site = await aSite(mail, DATA_DIR);
  await queueTwelve(DATA_DIR);
  await expect.poll(() => mail.texts).toBe(4);
  const release = await holdWriteLock(path.join(DATA_DIR, "courier.db"));
  await pause(12 * SECONDS);
  expect(mail.texts).toBeLessThan(12);
  await release();
  await expectEachOnce(mail, DATA_DIR);
  await site.stop();
  expect(mail.texts).toBe(12);
});

test("after a kill while the server has emails none is lost; only those may arrive twice, one about five parcels as the same message", async () => {
  const restarts = [await killedWithFourEmails(), await killedWithFiveParcels()];
  // Side by side, because with PostgreSQL emails of killed processes are sent once their claims have expired after two minutes.
  await Promise.all(restarts.map((restart) => restart()));
});

async function killedWithFourEmails(): Promise<() => Promise<void>> {
  const mail = await aMailServer({ answersAfterMs: 500 });
  const DATA_DIR = aFolder();
  const site = await aSite(mail, DATA_DIR);
  await queueTwelve(DATA_DIR);
  await expect.poll(() => mail.texts).toBe(4);
  await site.kill();
  const inHand = countsByState(DATA_DIR).claimed;
  return async () => {
    const after = await aSite(mail, DATA_DIR);
    while (countsByState(DATA_DIR).sent < 12) await pause(500);
    await after.stop();
    expect(new Set(mail.received.map(({ to }) => to)).size).toBe(12);
    expect(mail.texts).toBeLessThanOrEqual(12 + inHand);
  };
}

/** The email comes again with the same rows, and what was queued since is another. */
async function killedWithFiveParcels(): Promise<() => Promise<void>> {
  const mail = await aMailServer({ answersAfterMs: 1 * SECONDS });
  const DATA_DIR = aFolder();
  const site = await aSite(mail, DATA_DIR);
  await queueOfParcels(DATA_DIR, [1, 2, 3, 4, 5]);
  await expect.poll(() => mail.texts).toBe(1);
  await site.kill();
  await queueOfParcels(DATA_DIR, [6, 7]);
  return async () => {
    const after = await aSite(mail, DATA_DIR);
    while (countsByState(DATA_DIR).sent < 7) await pause(500);
    await after.stop();
    const rows = mail.received.map(({ text }) => `${/^Message-ID: (.*)$/m.exec(text)?.[1]} ${parcelsIn(text)}`);
    expect(rows.length).toBeLessThanOrEqual(3);
    expect(new Set(rows).size).toBe(2);
    expect(mail.received.map(({ text }) => parcelsIn(text)).toSorted()).toEqual(
      expect.arrayContaining(["Person 1,Person 2,Person 3,Person 4,Person 5", "Person 6,Person 7"]),
    );
  };
}

const parcelsIn = (text: string) => [...new Set(text.match(/Person \d/g))].toSorted().join();

/** What happened to several parcels of one sender. */
async function queueOfParcels(dataDir: string, parcels: number[]): Promise<void> {
  const store = await joinStore(await storePlace(path.join(dataDir, "courier.db")));
  const now = new Date();
  await store.tx(async (tx) => {
    for (const n of parcels) {
      const inEmail = { greets: "", to: `Person ${n}`, reference: null, says: [], trackingUrl: "", stopUrl: null };
      const parcel = { quoteId: `q${n}`, person: "sender", digestRow: { number: `TH ${n}`, inEmail } } as const;
      const words = { subject: `Person ${n}`, text: `Person ${n}`, html: `Person ${n}` };
      await queueEmail(
        tx,
        limitsAsked,
        { key: `collected:q${n}:e:sender`, to: "shop@example.com", ...words, ...parcel },
        now,
      );
    }
  });
  await store.close();
}

function aSite(mail: MailServer, DATA_DIR: string): Promise<RunningSite> {
  return startSite({ DATA_DIR, SMTP_URL: mail.url, MAIL_FROM: "no-reply@thuma.example" }).then((site) => {
    onTestFinished(() => void site.send("SIGKILL"));
    return site;
  });
}

/** To twelve addresses of six domains. */
async function queueTwelve(dataDir: string): Promise<void> {
  const store = await joinStore(await storePlace(path.join(dataDir, "courier.db")));
  await store.tx(async (tx) => {
    for (let n = 0; n < 12; n += 1) {
      const to = `person${n}@domain${n % 6}.example`;
      await queueEmail(tx, limitsAsked, { key: to, to, subject: to, text: to, html: to }, new Date());
    }
  });
  await store.close();
}

async function expectEachOnce(mail: MailServer, dataDir: string): Promise<void> {
  await expect.poll(() => countsByState(dataDir).sent).toBe(12);
  expect(mail.received.map(({ to }) => to).sort()).toEqual(
    Array.from({ length: 12 }, (_, n) => `person${n}@domain${n % 6}.example`).sort(),
  );
}

function countsByState(dataDir: string) {
  const count = (state: string) => `count(CASE WHEN state = '${state}' THEN 1 END) AS ${state}`;
  const [counts] = inTheFile(
    { dataDir },
    `SELECT ${count("sent")}, ${count("queued")}, count(claimed_at) AS claimed, sum(attempts) AS attempts FROM outgoing_mails`,
  );
  return counts as Record<"sent" | "queued" | "claimed" | "attempts", number>;
}
