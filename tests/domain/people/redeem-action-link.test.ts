import { beforeEach, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { accountById, customers, proveAddress } from "#app/domain/accounts/accounts.server";
import { issueLink } from "#app/domain/accounts/action-links.server";
import type { LinkMode } from "#app/domain/accounts/link-modes";
import { register } from "#app/domain/accounts/register.server";
import { findSession, startSession } from "#app/domain/accounts/sessions.server";
import { everyQuoteOf } from "#app/domain/parcels/quotes/owned-quotes.server";
import { type LinkUse, redeemActionLink } from "#app/domain/people/redeem-action-link.server";
import { HOURS } from "#app/durations";
import { users } from "#db/schema/accounts";
import { quotes } from "#db/schema/quotes";
import { limitsAsked } from "../../../demo/limits-asked";
import { wholeList } from "../../support/a-whole-document";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const [EMAIL, NEW] = ["nomsa@example.com", "new@example.com"];

const office = officeForEachTest();
let nomsa: Account;
beforeEach(async () => {
  nomsa = await joined("nomsa");
});

/** An account that claims the email. */
const joined = async (registrationKey: string) => {
  const form = { email: EMAIL, name: "Nomsa Zwane", phone: "083 111 2222", passwordHash: "old", registrationKey };
  return (await office.store.tx((tx) => register(tx, limitsAsked, form, now))).account;
};
const signedIn = (uid: string, guestId: string | null = "a-guest") =>
  office.store.tx((tx) => startSession(tx, "customer", { who: uid, guestId, browser: "Firefox" }, now));
const linkFor = (purpose: LinkMode, { uid }: Account, address = EMAIL) =>
  office.store.tx((tx) => issueLink(tx, { purpose, subject: uid, address, livesMs: HOURS }, now));
const use = (mode: LinkMode, code: string, also: Partial<LinkUse> = {}) =>
  office.store.tx((tx) =>
    redeemActionLink(tx, { mode, code, passwordHash: "new", here: undefined, ...also }, { appUrl: "http://x", now }),
  );
const hashes = async () => (await office.store.read.select().from(users)).map(({ passwordHash }) => passwordHash);
const owned = async ({ uid }: Account) => (await wholeList(everyQuoteOf(office.store.read, uid))).length;

test.each<[LinkMode, string, string]>([
  ["verifyEmail", EMAIL, "old"],
  ["resetPassword", EMAIL, "new"],
  ["verifyAndChangeEmail", NEW, "old"],
  ["recoverEmail", NEW, "new"],
])("a link for %s proves its address, and changes the password only if it must", async (mode, address, hash) => {
  const code = await linkFor(mode, nomsa, address);
  expect(await use(mode, code)).toMatchObject({ kind: "proven", account: { uid: nomsa.uid, email: address } });
  expect(await accountById(office.store.read, nomsa.uid)).toMatchObject({ email: address, emailVerifiedAt: now });
  expect(await hashes()).toEqual([hash]);
  expect(await use(mode, code)).toEqual({ kind: "refused" });
});

test("quotes made where its owner is signed in move to the account, if the link is good", async () => {
  await office.quote({}, now);
  await signedIn(nomsa.uid);
  await signedIn(nomsa.uid, null);
  const code = await linkFor("verifyEmail", nomsa);
  expect(await use("verifyEmail", "wrong")).toEqual({ kind: "refused" });
  expect(await use("resetPassword", code)).toEqual({ kind: "refused" });
  expect(await owned(nomsa)).toBe(0);
  await use("verifyEmail", code);
  expect(await owned(nomsa)).toBe(1);
});

test("the account that is signed in where the link is opened gets the address; the other's quotes stay with their browser", async () => {
  const other = await joined("another form");
  await office.quote({}, now);
  await office.store.tx((tx) => tx.update(quotes).set({ uid: nomsa.uid }));
  const here = { uid: other.uid, sessionId: "" };
  expect(await use("verifyEmail", await linkFor("verifyEmail", nomsa), { here })).toMatchObject({
    ...{ kind: "proven", account: { uid: other.uid }, lost: [nomsa.uid] },
  });
  expect(await accountById(office.store.read, nomsa.uid)).toBeNull();
  expect(await office.store.read.select().from(quotes)).toMatchObject([{ uid: null, guestId: "a-guest" }]);
});

test("a new email ends every session but the one in which its link is opened", async () => {
  await office.store.tx((tx) => proveAddress(tx, nomsa.uid, EMAIL, now));
  const [here, there] = [await signedIn(nomsa.uid), await signedIn(nomsa.uid)];
  const sessionId =
    (await findSession(office.store.read, customers, here, now))?.session.id ?? expect.fail("no session");
  const code = await linkFor("verifyAndChangeEmail", nomsa, NEW);
  await use("verifyAndChangeEmail", code, { here: { uid: nomsa.uid, sessionId } });
  expect(await findSession(office.store.read, customers, here, now)).not.toBeNull();
  expect(await findSession(office.store.read, customers, there, now)).toBeNull();
});
