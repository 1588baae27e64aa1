import { randomBytes } from "node:crypto";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { rateLimits } from "#db/schema/accounts";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { joinStore, openStore } from "#db/store.server";
import { isUnwritable } from "#db/store-error";
import type { TxOptions } from "#db/store-types";
import { aGuestAtTheReview } from "../support/a-guest";
import { aFolder, aStore } from "../support/a-store";
import { commitCuttingProxy } from "../support/commit-cutting-proxy";
import { openSite } from "../support/open-site";
import { storePlace } from "../support/store-place";

const key = "everybody's";
const points = async (store: Awaited<ReturnType<typeof aStore>>) =>
  (await store.read.select().from(rateLimits).where(eq(rateLimits.key, key)))[0]?.points;

test("two hundred transactions that read and write the same row are all kept, and none runs more than twice", async () => {
  const store = await aStore();
  await store.tx((tx) => tx.insert(rateLimits).values({ key, points: 0, expire: new Date() }));
  const runs = Array.from({ length: 200 }, () => 0);
  const countOn = (n: number) =>
    store.tx(async (tx) => {
      runs[n] = (runs[n] ?? 0) + 1;
      const [row] = await tx.select().from(rateLimits).where(eq(rateLimits.key, key));
      await tx
        .update(rateLimits)
        .set({ points: (row?.points ?? 0) + 1 })
        .where(eq(rateLimits.key, key));
    });
  await Promise.all(runs.map((_, n) => countOn(n)));
  expect(await points(store)).toBe(200);
  expect(Math.max(...runs)).toBe(2);
});

test("while a row is locked, others wait up to their limit and are refused; later it is free", async () => {
  const store = await aStore();
  const write = (options = {}) =>
    store.tx(
      (tx) => tx.insert(rateLimits).values({ key, points: 1, expire: new Date() }).onConflictDoNothing(),
      options,
    );
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let hasWritten = () => {};
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const first = store.tx(async (tx) => {
    await tx.insert(rateLimits).values({ key, points: 7, expire: new Date() });
    hasWritten();
    await held;
  });
  await written;
  const refusal = await write({ waitMs: 50 }).catch((error: unknown) => error);
  expect(isUnwritable(refusal)).toBe(true);
  letGo();
  await first;
  await write();
  expect(await points(store)).toBe(7);
});

test("who doesn't want to wait writes all the same if nobody is in the way", async () => {
  const store = await aStore();
  await store.tx((tx) => tx.insert(rateLimits).values({ key, points: 7, expire: new Date() }), { waitMs: 0 });
  expect(await points(store)).toBe(7);
});

test("who doesn't want to wait is refused at once while others have every connection", async () => {
  const store = await aStore();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun: number[] = [];
  const others = Array.from({ length: 10 }, (_, n) =>
    store.tx(async () => {
      begun.push(n);
      await held;
    }),
  );
  await expect.poll(() => begun).toHaveLength(10);
  const waits = store.tx(async () => "later");
  const refusal = await store.tx(async () => "at once", { waitMs: 0 }).catch((error: unknown) => error);
  expect(isUnwritable(refusal)).toBe(true);
  letGo();
  await Promise.all(others);
  expect(await waits).toBe("later");
});

test("what may be lost waits for neither disk nor standby; everything else waits as the server is configured", async () => {
  const store = await aStore();
  const setBy = (options: TxOptions) =>
    store.tx(
      (tx) => tx.select({ source: sql<string>`source` }).from(sql`pg_settings`).where(sql`name = 'synchronous_commit'`),
      options,
    );
  expect(await setBy({ rowLocks: true, mayBeLost: true })).toEqual([{ source: "session" }]);
  expect(await setBy({ rowLocks: true })).toEqual([{ source: "command line" }]);
  expect(await setBy({})).toEqual([{ source: "command line" }]);
});

test("the server parses and plans a query once for each connection, whatever its parameters", async () => {
  const store = await aStore();
  const plans = await store.tx(async (tx) => {
    for (const each of ["one", "two"]) await tx.select().from(rateLimits).where(eq(rateLimits.key, each));
    return tx
      .select({ text: sql<string>`statement` })
      .from(sql`pg_prepared_statements`)
      .where(sql`statement like '%"rate_limits"."key" = $1'`);
  });
  expect(plans).toHaveLength(1);
});

test("a COMMIT whose answer is lost is reported as unknown, not repeated, and its connection isn't used again", async () => {
  const { url, proxy } = await behindAProxy(path.join(aFolder(), "courier.db"));
  const store = await openStore(url);
  onTestFinished(() => store.close());
  let runs = 0;
  proxy.cutsNextCommit = true;
  const refusal = await store
    .tx(async (tx) => {
      runs += 1;
      await tx.insert(rateLimits).values({ key, points: 1, expire: new Date() });
    })
    .catch((error: unknown) => error);
  expect(isUnwritable(refusal)).toBe(true);
  expect([runs, proxy.cuts]).toEqual([1, 1]);
  await expect.poll(() => points(store)).toBe(1);
});

test("a booking whose COMMIT was cut off answers 503 with its page; sent again it is one booking with one payment", async () => {
  const DATA_DIR = aFolder();
  const { url, proxy } = await behindAProxy(path.join(DATA_DIR, "courier.db"));
  const SESSION_SECRET = randomBytes(33).toString("base64");
  const site = await openSite({ DATA_DIR, DATABASE_URL: url, SESSION_SECRET });
  onTestFinished(() => void site.stop());
  const guest = await aGuestAtTheReview(site);
  const form = guest.filledIn("Book This Collection", { confirm: "on" });
  const book = () =>
    guest.send(form.action, {
      method: "POST",
      body: form.body.toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  // The first COMMIT counts the try. Until a cut hits the booking's own, sending the form again repeats the rest.
  const before = await openStore(url);
  onTestFinished(() => before.close());
  const statuses: number[] = [];
  for (let cuts = 0; cuts < 2; cuts += 1) {
    proxy.cutsNextCommit = true;
    const answer = await book();
    statuses.push(answer.status);
    if (answer.status === 503) {
      expect(answer.headers.get("Retry-After")).not.toBeNull();
      // The same form or, if the cut came after the booking itself, the booking.
      expect(await answer.text()).toMatch(/Q\d{8}/);
    }
  }
  proxy.cutsNextCommit = false;
  const page = await guest.follow(await book());
  expect(page.url).toContain("/payfast/start/");
  expect(statuses).toContain(503);
  expect([await before.read.$count(quotes), await before.read.$count(payments)]).toEqual([1, 1]);
});

async function behindAProxy(file: string) {
  const url = new URL(await storePlace(file));
  const proxy = await commitCuttingProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  return { url: url.href, proxy };
}

test("a standby, which may lack what was just confirmed, is refused as a database that is away", async () => {
  const place = await storePlace(path.join(aFolder(), "courier.db"));
  const admin = new pg.Client({ connectionString: place });
  await admin.connect();
  // A standby says the same of itself.
  await admin.query(`ALTER DATABASE ${new URL(place).pathname.slice(1)} SET default_transaction_read_only = on`);
  await admin.end();
  const error = await joinStore(place).catch((error: unknown) => error);
  expect([isUnwritable(error), String(error)]).toEqual([true, "Error: the database is a standby"]);
});
