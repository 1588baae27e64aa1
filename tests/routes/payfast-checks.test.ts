import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { isPostgres } from "#db/dialect";
import { paymentNotices, unsignedNotices } from "#db/schema/payments";
import { openStore, type Store } from "#db/store.server";
import { aBooking } from "../support/a-booking";
import { inTheFile } from "../support/a-guest";
import { liveSettings } from "../support/a-secure-site";
import { aFolder } from "../support/a-store";
import { openSite, type Site } from "../support/open-site";
import { type NoticeContent, noticeBody, payfastStandIn, sandboxAccount } from "../support/payfast-stand-in";
import { startAndExit } from "../support/running-site";
import { storePlace } from "../support/store-place";

const credentials = {
  APP_URL: "https://thuma.example",
  SESSION_SECRET: "a secret of the tests",
  PAYFAST_MERCHANT_ID: sandboxAccount.merchantId,
  PAYFAST_MERCHANT_KEY: sandboxAccount.merchantKey,
  PAYFAST_PASSPHRASE: sandboxAccount.passphrase,
};
const PAYFASTS_ADDRESS = "203.0.113.7";

let payfast: Awaited<ReturnType<typeof payfastStandIn>>;
beforeAll(async () => {
  payfast = await payfastStandIn();
});
afterAll(() => payfast.close());

describe("in the sandbox", () => {
  const office = anOffice(() => ({ PAYFAST_MODE: "sandbox" }));

  test("PayFast confirms: settled, and PayFast was asked about exactly the string that it signed", async () => {
    const booking = await aBooking(office.store);
    payfast.answer = "VALID";
    const body = notice(booking);
    expect(await post(office.site, body)).toBe(200);
    expect(payfast.asked.at(-1)).toBe(body.split("&signature=")[0]);
    expect(await waybillOfQuote(office.store.read, booking.id)).not.toBeNull();
  });

  test("PayFast doesn't confirm it: refused, and recorded with the reason", async () => {
    const booking = await aBooking(office.store);
    payfast.answer = "INVALID";
    expect(await post(office.site, notice(booking))).toBe(400);
    expect(await lastNotice(office.store, booking)).toMatchObject({
      outcome: "refused",
      reason: "PayFast did not send this notice.",
    });
    expect(await waybillOfQuote(office.store.read, booking.id)).toBeNull();
  });

  test.each(["500", "silence"] as const)("its answer is %s: sent again, nothing is lost", async (answer) => {
    const booking = await aBooking(office.store);
    payfast.answer = answer;
    expect(await post(office.site, notice(booking))).toBe(503);
    expect(await lastNotice(office.store, booking)).toMatchObject({ outcome: "ask_again" });
    expect(await waybillOfQuote(office.store.read, booking.id)).toBeNull();
    payfast.answer = "VALID";
    expect(await post(office.site, notice(booking))).toBe(200);
    expect(await waybillOfQuote(office.store.read, booking.id)).not.toBeNull();
  });

  test("a notice signed with another passphrase is refused and counted, and PayFast isn't even asked", async () => {
    const booking = await aBooking(office.store);
    const before = payfast.asked.length;
    const body = notice(booking, { passphrase: "guessed" });
    expect(await post(office.site, body)).toBe(400);
    expect(payfast.asked).toHaveLength(before);
    const counted = (await office.store.read.select().from(unsignedNotices)).find((row) => row.quoteId === booking.id);
    expect(counted).toMatchObject({ notices: 1, reason: "The signature does not match.", sample: body });
    expect(counted?.network).not.toMatch(/127\.0\.0|::/);
    expect(await waybillOfQuote(office.store.read, booking.id)).toBeNull();
  });

  test("600 unsigned notices of 60 KB from one address take less room than one of them", async () => {
    const before = bytesKept(office.site);
    const kept = (await notices(office.store)).length;
    const body = `m_payment_id=made-up&x=${"x".repeat(60_000)}`;
    for (let n = 0; n < 600; n += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(office.site, body)));
      expect(new Set(answers)).toEqual(new Set([400]));
    }
    expect(bytesKept(office.site) - before).toBeLessThan(60_000);
    expect(await notices(office.store)).toHaveLength(kept);
  });

  test.each([
    ["for another merchant", { merchantId: "10000101" }],
    ["for R0.02 less", { cents: -2 }],
    ["for an order that doesn't exist", { quoteId: "8f14e45fceea167a" }],
  ] as [string, Partial<NoticeContent>][])(
    "a notice %s is refused, kept, and PayFast isn't even asked",
    async (_, changes) => {
      const booking = await aBooking(office.store);
      payfast.answer = "VALID";
      const before = payfast.asked.length;
      const cents = (booking.grandTotalCents ?? 0) + (changes.cents ?? 0);
      const body = notice(booking, { ...changes, cents });
      expect(await post(office.site, body)).toBe(400);
      expect(payfast.asked).toHaveLength(before);
      expect((await notices(office.store)).find((kept) => kept.body === body)?.reason).toBeTruthy();
      expect(await waybillOfQuote(office.store.read, booking.id)).toBeNull();
    },
  );

  test("a rounding of one cent is PayFast's own rule", async () => {
    const booking = await aBooking(office.store);
    payfast.answer = "VALID";
    expect(await post(office.site, notice(booking, { cents: (booking.grandTotalCents ?? 0) - 1 }))).toBe(200);
  });
});

describe("with real money, behind one trusted proxy", () => {
  const office = anOffice(() => ({
    ...liveSettings,
    PAYFAST_ALLOWED_IPS: PAYFASTS_ADDRESS,
    TRUST_PROXY: "1",
  }));

  test("only PayFast's addresses may post notices", async () => {
    const booking = await aBooking(office.store);
    payfast.answer = "VALID";
    const asked = payfast.asked.length;
    expect(await post(office.site, notice(booking), "198.51.100.1")).toBe(400);
    expect(await post(office.site, notice(booking), `${PAYFASTS_ADDRESS}, 198.51.100.1`)).toBe(400);
    expect((await notices(office.store)).map(({ clientAddress, reason }) => ({ clientAddress, reason }))).toEqual(
      Array(2).fill({
        clientAddress: "198.51.100.1",
        reason: "The sender's address is not one of PayFast's.",
      }),
    );
    expect(payfast.asked).toHaveLength(asked);
    expect(await post(office.site, notice(booking), PAYFASTS_ADDRESS)).toBe(200);
    expect(await waybillOfQuote(office.store.read, booking.id)).not.toBeNull();
  });
});

describe("with real money, on a public site", () => {
  const office = anOffice(() => ({ ...liveSettings, PAYFAST_ALLOWED_IPS: PAYFASTS_ADDRESS }));

  test("a sender's own X-Forwarded-For is ignored", async () => {
    const booking = await aBooking(office.store);
    payfast.answer = "VALID";
    expect(await post(office.site, notice(booking), PAYFASTS_ADDRESS)).toBe(400);
    expect(await waybillOfQuote(office.store.read, booking.id)).toBeNull();
  });
});

test.each(["10.0.0.0/33", "payfast.co.za", " , "])(
  "a list of addresses with a mistake in it stops the start: %j",
  async (PAYFAST_ALLOWED_IPS) => {
    const dataDir = path.join(aFolder(), "data");
    const { code, logs } = await startAndExit({
      ...credentials,
      PAYFAST_MODE: "live",
      PAYFAST_ALLOWED_IPS,
      PORT: "0",
      DATA_DIR: dataDir,
    });
    expect(code).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
    expect(logs).toMatch(/^PAYFAST_ALLOWED_IPS: [^\n]+\n$/);
  },
);

/** The size of our tables. PostgreSQL's catalogue grows for other reasons, and VACUUM removes old versions of rows. */
function bytesKept(site: Site): number {
  if (!isPostgres) {
    const [kept] = inTheFile<{ page_count: number }>(site, "PRAGMA page_count");
    return Number(kept?.page_count) * 4096;
  }
  // The rows alone: how much room old versions of them take depends on which transactions overlapped.
  const [kept] = inTheFile<{ bytes: number }>(
    site,
    `SELECT sum((xpath('/row/bytes/text()', query_to_xml(
       format('SELECT coalesce(sum(pg_column_size(t)), 0) AS bytes FROM %I t', tablename), false, true, '')))[1]::text::bigint) AS bytes
     FROM pg_tables WHERE schemaname = 'public'`,
  );
  return Number(kept?.bytes);
}

/** A site that uses our stub of PayFast, and another connection to its database. */
function anOffice(env: () => Record<string, string>): { site: Site; store: Store } {
  const office = {} as { site: Site; store: Store };
  beforeAll(async () => {
    office.site = await openSite({ ...credentials, PAYFAST_VALIDATE_URL: payfast.validateUrl, ...env() });
    office.store = await openStore(await storePlace(path.join(office.site.dataDir, "courier.db")));
  });
  afterAll(async () => {
    await office.store.close();
    await office.site.stop();
  });
  return office;
}

function notice(booking: Quote, changes: Partial<NoticeContent> = {}): string {
  return noticeBody({
    quoteId: booking.id,
    cents: booking.grandTotalCents ?? 0,
    pfPaymentId: booking.quoteNo,
    ...changes,
  });
}

async function post(site: Site, body: string, forwardedFor?: string): Promise<number> {
  const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded" });
  if (forwardedFor) headers.set("X-Forwarded-For", forwardedFor);
  const answer = await fetch(`${site.url}/payfast/notify`, { method: "POST", headers, body });
  await answer.text();
  return answer.status;
}

async function notices(store: Store) {
  return store.read.select().from(paymentNotices).orderBy(paymentNotices.receivedAt);
}

async function lastNotice(store: Store, booking: Quote) {
  return (await notices(store)).filter(({ quoteId }) => quoteId === booking.id).at(-1);
}
