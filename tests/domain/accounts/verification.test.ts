import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import {
  accountById,
  changeDetails,
  claimsOf,
  customers,
  proveAddress,
  provenOwner,
  removeAccount,
} from "#app/domain/accounts/accounts.server";
import { inspectLink, issueLink } from "#app/domain/accounts/action-links.server";
import { hashPassword } from "#app/domain/accounts/password.server";
import { preparedRegistration, register } from "#app/domain/accounts/register.server";
import { findSession, guestIdsOf, startSession } from "#app/domain/accounts/sessions.server";
import { accountByPassword, isPasswordOf, recordLogin } from "#app/domain/accounts/sign-in.server";
import { cooldownLeftMs, sendVerification, verifyEmail } from "#app/domain/accounts/verification.server";
import { MINUTES, SECONDS } from "#app/durations";
import { users } from "#db/schema/accounts";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const at = (ms: number) => ({ appUrl: "https://thuma.example", now: new Date(now.getTime() + ms) });
const EMAIL = "thandi@example.co.za";

const office = officeForEachTest();
let thandi: Account;
beforeEach(async () => {
  thandi = await joined("a");
});

describe("the email that asks whether an address is one's own", () => {
  test("can be asked for again after 30 seconds", async () => {
    expect(await send(0, true)).toBe("sent");
    expect(await send(30 * SECONDS - 1, true)).toBe("too_soon");
    expect(await send(30 * SECONDS, true)).toBe("sent");
    expect(await emails("verify-email")).toHaveLength(2);
  });

  test("there is no wait after the registration", async () => {
    expect(await send(0, false)).toBe("sent");
    expect(await send(1, true)).toBe("sent");
  });

  test("doesn't make anybody wait because the clock was set back", () => {
    expect(cooldownLeftMs({ verificationSentAt: null }, now)).toBe(0);
    expect(cooldownLeftMs({ verificationSentAt: now }, now)).toBe(30 * SECONDS);
    expect(cooldownLeftMs({ verificationSentAt: at(10 * SECONDS).now }, now)).toBe(0);
    expect(cooldownLeftMs({ verificationSentAt: at(-MINUTES).now }, now)).toBe(0);
  });

  test("isn't sent to a verified account, nor for a deleted one", async () => {
    await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now));
    expect(await send(0, true)).toBe("sent");
    expect(await act((tx) => sendVerification(tx, limitsAsked, "nobody", at(0), { isAgain: true }))).toBe("sent");
    expect(await emails("verify-email")).toEqual([]);
  });

  test("tells an address's owner instead when somebody registers with it again", async () => {
    await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now));
    const other = await joined("b");
    await act((tx) => sendVerification(tx, limitsAsked, other.uid, at(0), { isAgain: false }));
    expect(await emails("already-registered")).toMatchObject([{ toAddress: EMAIL }]);
    expect(await emails("verify-email")).toEqual([]);
  });
});

describe("using its link", () => {
  test("verifies the address, once", async () => {
    const code = await sentCode();
    expect(await verify(code)).toMatchObject({ kind: "proven", account: { uid: thandi.uid }, lost: [] });
    expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ emailVerifiedAt: at(1).now });
    expect(await verify(code)).toEqual({ kind: "refused" });
  });

  test("verifies the email for the account that is signed in there and claims it: the link may be a stranger's trick", async () => {
    const code = await sentCode();
    const owner = await joined("b");
    expect(await verify(code, owner.uid)).toMatchObject({
      kind: "proven",
      account: { uid: owner.uid },
      lost: [thandi.uid],
    });
    expect(await accountById(office.store.read, thandi.uid)).toBeNull();
  });

  test("verifies it for the account that asked if another one is signed in there", async () => {
    const code = await sentCode();
    const { account: other } = await office.joined("other@example.co.za", now);
    expect(await verify(code, other.uid)).toMatchObject({ kind: "proven", account: { uid: thandi.uid } });
  });

  test("verifies nothing once the address was verified in another way, and then the account's other links still work", async () => {
    const code = await sentCode();
    const reset = await act((tx) =>
      issueLink(tx, { purpose: "resetPassword", subject: thandi.uid, address: EMAIL, livesMs: MINUTES }, now),
    );
    await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now));
    expect(await verify(code)).toEqual({ kind: "refused" });
    expect(await inspectLink(office.store.read, "resetPassword", reset, now)).toMatchObject({ kind: "good" });
  });

  test("verifies nothing once the account has another address", async () => {
    const code = await sentCode();
    const { account: other } = await office.joined("other@example.co.za", now);
    await act((tx) => tx.update(users).set({ email: "new@example.co.za" }).where(eq(users.uid, thandi.uid)));
    expect(await verify(code, other.uid)).toEqual({ kind: "refused" });
  });
});

describe("an address that several accounts claim", () => {
  test("belongs to the one that verifies it: the others are deleted, with their sessions", async () => {
    const other = await joined("b");
    const token = await act((tx) => startSession(tx, "customer", { who: other.uid, guestId: "g", browser: "" }, now));
    expect(await guestIdsOf(office.store.read, other.uid)).toEqual(["g"]);
    expect(await provenOwner(office.store.read, EMAIL)).toBeNull();
    expect(await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now))).toEqual([other.uid]);
    expect(await provenOwner(office.store.read, EMAIL)).toMatchObject({ uid: thandi.uid });
    expect(await findSession(office.store.read, customers, token, now)).toBeNull();
  });

  test("can't be verified by another afterwards; its owner may verify it again", async () => {
    await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now));
    const other = await joined("b");
    expect(await act((tx) => proveAddress(tx, other.uid, EMAIL, now))).toBeNull();
    expect(await act((tx) => proveAddress(tx, thandi.uid, EMAIL, now))).toEqual([other.uid]);
  });

  test("lists its owner first, then the newest, and never a password", async () => {
    const [second, third] = [await joined("b", 1), await joined("c", 2)];
    const order = async () => (await claimsOf(office.store.read, EMAIL)).map(({ uid }) => uid);
    expect(await order()).toEqual([third.uid, second.uid, thandi.uid]);
    await act((tx) => tx.update(users).set({ emailVerifiedAt: now }).where(eq(users.uid, thandi.uid)));
    expect(await order()).toEqual([thandi.uid, third.uid, second.uid]);
    expect(await accountById(office.store.read, thandi.uid)).not.toHaveProperty("passwordHash");
  });
});

describe("logging in", () => {
  test("opens the account that verified it, or else the newest that claims it, with its own password", async () => {
    const [hers, his] = await Promise.all([
      hashPassword(limitsAsked, "kasi-taxi-1"),
      hashPassword(limitsAsked, "kasi-taxi-2"),
    ]);
    await act((tx) => tx.update(users).set({ passwordHash: hers }).where(eq(users.uid, thandi.uid)));
    const newer = await joined("b", 1);
    await act((tx) => tx.update(users).set({ passwordHash: his }).where(eq(users.uid, newer.uid)));
    const by = async (password: string, email = EMAIL) =>
      (await accountByPassword(office.store.read, limitsAsked, limitsAsked, email, password))?.uid ?? null;
    expect([await by("kasi-taxi-1"), await by("kasi-taxi-2")]).toEqual([null, newer.uid]);
    await act((tx) => tx.update(users).set({ emailVerifiedAt: now }).where(eq(users.uid, thandi.uid)));
    expect([await by("kasi-taxi-1"), await by("kasi-taxi-2")]).toEqual([thandi.uid, newer.uid]);
    expect(await by("kasi-taxi-3")).toBeNull();
    expect(await by("kasi-taxi-1", "nobody@example.co.za")).toBeNull();
    expect(await isPasswordOf(office.store.read, limitsAsked, limitsAsked, thandi.uid, "kasi-taxi-1")).toBe(true);
    expect(await isPasswordOf(office.store.read, limitsAsked, limitsAsked, thandi.uid, "kasi-taxi-2")).toBe(false);
    expect(await isPasswordOf(office.store.read, limitsAsked, limitsAsked, "nobody", "kasi-taxi-1")).toBe(false);
  });

  test("doesn't open with a hash that can't be read, whatever is typed", async () => {
    await act((tx) => tx.update(users).set({ passwordHash: "-" }).where(eq(users.uid, thandi.uid)));
    expect(await isPasswordOf(office.store.read, limitsAsked, limitsAsked, thandi.uid, "-")).toBe(false);
  });

  test("is recorded with its time", async () => {
    await act((tx) => recordLogin(tx, thandi.uid, at(5).now));
    expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ lastLoginAt: at(5).now });
  });
});

describe("a registration", () => {
  const form = { email: EMAIL, name: "Thandi Nkosi", phone: "082 123 4567", password: "kasi-taxi-1" };
  const registered = async (key: string, password = form.password) => {
    const prepared = await preparedRegistration(office.store.read, limitsAsked, { ...form, password }, key);
    return act((tx) => register(tx, limitsAsked, prepared, now));
  };

  test("sent twice makes one account; with another password it is another registration", async () => {
    const first = await registered("form-1");
    expect(first).toMatchObject({ isNew: true, account: { phone: "+27821234567", role: "customer" } });
    expect(await registered("form-1")).toMatchObject({ isNew: false, account: { uid: first.account.uid } });
    const other = await registered("form-1", "another-password");
    expect(other.isNew).toBe(true);
    expect(other.account.uid).not.toBe(first.account.uid);
  });
});

test("details change for this account only; a phone that we can't read stays as it was typed", async () => {
  const other = await joined("b");
  await act((tx) => changeDetails(tx, thandi.uid, { name: "T. Nkosi", phone: "083 765 4321" }, at(9).now));
  expect(await accountById(office.store.read, thandi.uid)).toMatchObject({
    ...{ name: "T. Nkosi", phone: "+27837654321", updatedAt: at(9).now },
  });
  await act((tx) => changeDetails(tx, thandi.uid, { name: "T. Nkosi", phone: "12345" }, at(9).now));
  expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ phone: "12345" });
  expect(await accountById(office.store.read, other.uid)).toMatchObject({ name: "Thandi Nkosi" });
});

test("a deleted account leaves no link", async () => {
  const code = await sentCode();
  await act((tx) => removeAccount(tx, thandi.uid));
  expect(await accountById(office.store.read, thandi.uid)).toBeNull();
  expect(await verify(code)).toEqual({ kind: "refused" });
});

const act = <Result>(what: (tx: Tx) => Promise<Result>) => office.store.tx(what);
const verify = (code: string, uid?: string) => act((tx) => verifyEmail(tx, code, uid, at(1).now));
const send = (ms: number, isAgain: boolean) =>
  act((tx) => sendVerification(tx, limitsAsked, thandi.uid, at(ms), { isAgain }));

/** Another registration with the same address. */
async function joined(key: string, ms = 0): Promise<Account> {
  const form = { email: EMAIL, name: "Thandi Nkosi", phone: "082 123 4567", passwordHash: "-", registrationKey: key };
  return (await act((tx) => register(tx, limitsAsked, form, at(ms).now))).account;
}

async function sentCode(): Promise<string> {
  await send(0, false);
  return /oobCode=([\w-]+)/.exec((await emails("verify-email"))[0]?.textBody ?? "")?.[1] ?? expect.fail("no link");
}

async function emails(occasion: string) {
  const all = await office.store.read.select().from(outgoingMails);
  return all.filter(({ emailKey }) => emailKey.startsWith(`${occasion}:`));
}
