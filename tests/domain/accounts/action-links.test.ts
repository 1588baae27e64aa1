import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  forgetLinks,
  inspectLink,
  issueLink,
  linksFor,
  redeemLink,
  revokeLinks,
  sweepLinks,
} from "#app/domain/accounts/action-links.server";
import { DAYS, HOURS } from "#app/durations";
import { actionLinks } from "#db/schema/accounts";
import type { Store } from "#db/store.server";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-21T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

const aLink = (store: Store, subject = "thandi") =>
  store.tx((tx) =>
    issueLink(tx, { purpose: "verifyEmail", subject, address: "thandi@example.co.za", livesMs: HOURS }, now),
  );
const redeem = (store: Store, code: string, at = now, purpose = "verifyEmail") =>
  store.tx((tx) => redeemLink(tx, purpose, code, at));

test("a link works until it is used, and is used once, however many try", async () => {
  const store = await aStore();
  const code = await aLink(store);
  for (let look = 0; look < 1_000; look += 1) await inspectLink(store.read, "verifyEmail", code, now);
  expect((await inspectLink(store.read, "verifyEmail", code, now)).kind).toBe("good");
  const uses = await Promise.all(Array.from({ length: 100 }, () => redeem(store, code)));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect((await inspectLink(store.read, "verifyEmail", code, now)).kind).toBe("used");
});

test("a link expires exactly on time", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect((await inspectLink(store.read, "verifyEmail", code, later(HOURS - 1))).kind).toBe("good");
  expect((await inspectLink(store.read, "verifyEmail", code, later(HOURS))).kind).toBe("expired");
  expect(await redeem(store, code, later(HOURS))).toBeNull();
});

test("a link doesn't work for another purpose, and still works for its own", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect(await redeem(store, code, now, "resetPassword")).toBeNull();
  expect((await inspectLink(store.read, "resetPassword", code, now)).kind).toBe("unknown");
  expect(await redeem(store, code)).toMatchObject({ subject: "thandi", address: "thandi@example.co.za" });
});

test("revoking doesn't affect other people's links", async () => {
  const store = await aStore();
  const [hers, his] = [await aLink(store), await aLink(store, "sipho")];
  await store.tx((tx) => revokeLinks(tx, "thandi", ["verifyEmail"], now));
  expect((await inspectLink(store.read, "verifyEmail", hers, now)).kind).toBe("revoked");
  expect(await redeem(store, hers)).toBeNull();
  expect(await redeem(store, his)).not.toBeNull();
});

test("the database has only a code's fingerprint", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect(code).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(await store.read.select().from(actionLinks))).not.toContain(code);
});

test("revoking affects only the open links of the given purposes", async () => {
  const store = await aStore();
  const [used, open, other] = [await aLink(store), await aLink(store), await aLink(store)];
  await redeem(store, used);
  await store.tx((tx) => tx.update(actionLinks).set({ purpose: "resetPassword" }).where(isOf(other)));
  await store.tx((tx) => revokeLinks(tx, "thandi", ["verifyEmail", "changeEmail"], later(1)));
  expect((await inspectLink(store.read, "verifyEmail", used, now)).kind).toBe("used");
  expect((await inspectLink(store.read, "resetPassword", other, now)).kind).toBe("good");
  await store.tx((tx) => revokeLinks(tx, "thandi", ["verifyEmail"], later(2)));
  // The first revocation's time stays.
  expect(await inspectLink(store.read, "verifyEmail", open, now)).toMatchObject({
    ...{ kind: "revoked", link: { revokedAt: later(1) } },
  });
});

test("links are listed newest first, without their codes", async () => {
  const store = await aStore();
  await aLink(store);
  await store.tx((tx) =>
    issueLink(tx, { purpose: "resetPassword", subject: "thandi", address: "new@example.co.za", livesMs: 1 }, later(5)),
  );
  await aLink(store, "sipho");
  const links = await linksFor(store.read, "thandi");
  expect(links.map(({ purpose, createdAt, expiresAt }) => [purpose, createdAt, expiresAt])).toEqual([
    ["resetPassword", later(5), later(6)],
    ["verifyEmail", now, later(HOURS)],
  ]);
  for (const link of links) expect(link).not.toHaveProperty("codeHash");
});

test("erasing a person deletes their links and nobody else's", async () => {
  const store = await aStore();
  const [hers, his] = [await aLink(store), await aLink(store, "sipho")];
  await store.tx((tx) => forgetLinks(tx, "thandi"));
  expect((await inspectLink(store.read, "verifyEmail", hers, now)).kind).toBe("unknown");
  expect((await inspectLink(store.read, "verifyEmail", his, now)).kind).toBe("good");
});

test("an expired link's page can say so for 30 days; then it is deleted", async () => {
  const store = await aStore();
  const code = await aLink(store);
  const kindAt = async (at: Date) => {
    await store.tx((tx) => sweepLinks(tx, at));
    return (await inspectLink(store.read, "verifyEmail", code, at)).kind;
  };
  const end = HOURS + 30 * DAYS;
  expect(await kindAt(later(end))).toBe("expired");
  await store.tx((tx) =>
    issueLink(tx, { purpose: "verifyEmail", subject: "sipho", address: "s@example.co.za", livesMs: 1 }, later(end + 1)),
  );
  expect((await inspectLink(store.read, "verifyEmail", code, later(end + 1))).kind).toBe("unknown");
});

const isOf = (code: string) => eq(actionLinks.codeHash, createHash("sha256").update(code).digest("base64url"));
