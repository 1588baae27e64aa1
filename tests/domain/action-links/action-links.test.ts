import { expect, test } from "vitest";
import { inspectLink, issueLink, redeemLink, revokeLinks } from "#app/domain/action-links/action-links.server";
import { HOURS } from "#app/durations";
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

test("a link is good until it is used, and is used once, however many try", async () => {
  const store = await aStore();
  const code = await aLink(store);
  for (let look = 0; look < 1_000; look += 1) await inspectLink(store.read, "verifyEmail", code, now);
  expect((await inspectLink(store.read, "verifyEmail", code, now)).kind).toBe("good");
  const uses = await Promise.all(Array.from({ length: 100 }, () => redeem(store, code)));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect((await inspectLink(store.read, "verifyEmail", code, now)).kind).toBe("used");
});

test("a link dies on time, not a moment later", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect((await inspectLink(store.read, "verifyEmail", code, later(HOURS - 1))).kind).toBe("good");
  expect((await inspectLink(store.read, "verifyEmail", code, later(HOURS))).kind).toBe("expired");
  expect(await redeem(store, code, later(HOURS))).toBeNull();
});

test("a link is no good for another purpose, and stays good for its own", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect(await redeem(store, code, now, "resetPassword")).toBeNull();
  expect((await inspectLink(store.read, "resetPassword", code, now)).kind).toBe("unknown");
  expect(await redeem(store, code)).toMatchObject({ subject: "thandi", address: "thandi@example.co.za" });
});

test("revoking spares other people's links", async () => {
  const store = await aStore();
  const [hers, his] = [await aLink(store), await aLink(store, "sipho")];
  await store.tx((tx) => revokeLinks(tx, "thandi", ["verifyEmail"], now));
  expect((await inspectLink(store.read, "verifyEmail", hers, now)).kind).toBe("revoked");
  expect(await redeem(store, hers)).toBeNull();
  expect(await redeem(store, his)).not.toBeNull();
});

test("the database knows no code, only its fingerprint", async () => {
  const store = await aStore();
  const code = await aLink(store);
  expect(code).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(await store.read.select().from(actionLinks))).not.toContain(code);
});
