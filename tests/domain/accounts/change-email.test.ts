import { beforeEach, describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { accountById, claimsOf, customers, proveAddress } from "#app/domain/accounts/accounts.server";
import { inspectLink } from "#app/domain/accounts/action-links.server";
import { askForNewEmail, changeEmail, recoverEmail } from "#app/domain/accounts/change-email.server";
import { register } from "#app/domain/accounts/register.server";
import { askForNewPassword, changePassword, resetPassword } from "#app/domain/accounts/reset-password.server";
import { findSession, sessionsOf, startSession } from "#app/domain/accounts/sessions.server";
import { newId } from "#app/domain/values/ids.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Tx } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const at = (ms: number) => ({ appUrl: "https://thuma.example", now: new Date(now.getTime() + ms) });
const [OLD, NEW] = ["old@example.co.za", "new@example.co.za"];

const office = officeForEachTest();
let thandi: Account;
beforeEach(async () => {
  thandi = await joined(OLD);
  await act((tx) => proveAddress(tx, thandi.uid, OLD, now));
  thandi = (await accountById(office.store.read, thandi.uid)) ?? expect.fail("no account");
});

describe("a new email for an account", () => {
  test("becomes its email once the link that was sent there is used, and not before", async () => {
    const code = await asked(NEW);
    expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ email: OLD });
    expect(await act((tx) => changeEmail(tx, code, undefined, at(MINUTES)))).toMatchObject({
      ...{ kind: "proven", account: { uid: thandi.uid, email: NEW }, lost: [] },
    });
    expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ email: NEW });
    expect(await act((tx) => changeEmail(tx, code, undefined, at(MINUTES)))).toEqual({ kind: "refused" });
  });

  test("only the latest link works, for three days", async () => {
    const [first, second] = [await asked("typo@example.co.za", -1), await asked(NEW)];
    expect(await act((tx) => changeEmail(tx, first, undefined, at(2)))).toEqual({ kind: "refused" });
    expect(await kindOf("verifyAndChangeEmail", second, 3 * DAYS - 1)).toBe("good");
    expect(await kindOf("verifyAndChangeEmail", second, 3 * DAYS)).toBe("expired");
  });

  test("ends every session but the one that asked, and links to a new password", async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    await act((tx) => askForNewPassword(tx, limitsAsked, OLD, at(0)));
    const reset = await codeFor("reset-password");
    const keep = (await findSession(office.store.read, customers, here, now))?.session.id;
    const code = await asked(NEW);
    await act((tx) => changeEmail(tx, code, keep, at(1)));
    expect(await findSession(office.store.read, customers, here, now)).not.toBeNull();
    expect(await findSession(office.store.read, customers, there, now)).toBeNull();
    expect(await kindOf("resetPassword", reset, 2)).toBe("revoked");
  });

  test("an email that another account has verified can't be taken, and its owner is told", async () => {
    const sipho = await joined(NEW);
    await act((tx) => proveAddress(tx, sipho.uid, NEW, now));
    await act((tx) => askForNewEmail(tx, limitsAsked, thandi.uid, NEW, at(0)));
    expect(await emails("email-wanted")).toMatchObject([{ toAddress: NEW }]);
    expect(await emails("change-email")).toEqual([]);
  });

  test("an email that another account verifies first can't be taken any more, and nothing changes", async () => {
    const code = await asked(NEW);
    const sipho = await joined(NEW);
    await act((tx) => proveAddress(tx, sipho.uid, NEW, now));
    expect(await act((tx) => changeEmail(tx, code, undefined, at(1)))).toEqual({ kind: "refused" });
    expect(await accountById(office.store.read, thandi.uid)).toMatchObject({ email: OLD });
  });

  test("is asked for by an account that exists", async () => {
    await act((tx) => askForNewEmail(tx, limitsAsked, "nobody", NEW, at(0)));
    expect(await emails("change-email")).toEqual([]);
  });
});

describe("a link to undo the change of email", () => {
  test("is sent to the old email, works for 30 days, and ends every session, link and password", async () => {
    const thief = await asked(NEW);
    await act((tx) => changeEmail(tx, thief, undefined, at(1)));
    const session = await signedIn();
    expect(await emails("recover-email")).toMatchObject([{ toAddress: OLD, isSecret: true }]);
    const code = await codeFor("recover-email");
    expect(await kindOf("recoverEmail", code, 30 * DAYS)).toBe("good");
    expect(await kindOf("recoverEmail", code, 30 * DAYS + 1)).toBe("expired");
    const another = await asked("third@example.co.za", 2);

    const back = await act((tx) => recoverEmail(tx, code, "unknown hash", at(3)));
    expect(back).toMatchObject({ kind: "proven", account: { uid: thandi.uid, email: OLD } });
    expect((await claimsOf(office.store.read, OLD))[0]).toMatchObject({
      uid: thandi.uid,
      passwordHash: "unknown hash",
    });
    expect(await findSession(office.store.read, customers, session, now)).toBeNull();
    expect(await kindOf("verifyAndChangeEmail", another, 4)).toBe("revoked");
    expect(await emails("reset-password")).toMatchObject([{ toAddress: OLD }]);
    expect(await kindOf("resetPassword", await codeFor("reset-password"), HOURS)).toBe("good");
    expect(await act((tx) => recoverEmail(tx, code, "again", at(4)))).toEqual({ kind: "refused" });
  });

  test("isn't sent to an email that was never verified: it may be a stranger's", async () => {
    const lerato = await joined("lerato@example.co.za");
    const code = await asked("l@example.co.za", 0, lerato.uid);
    expect(await act((tx) => changeEmail(tx, code, undefined, at(1)))).toMatchObject({ kind: "proven" });
    expect(await emails("recover-email")).toEqual([]);
  });

  test("stops working once another account has verified the old email", async () => {
    const change = await asked(NEW);
    await act((tx) => changeEmail(tx, change, undefined, at(1)));
    const sipho = await joined(OLD);
    await act((tx) => proveAddress(tx, sipho.uid, OLD, now));
    const code = await codeFor("recover-email");
    expect(await act((tx) => recoverEmail(tx, code, "unknown hash", at(2)))).toEqual({ kind: "refused" });
  });
});

describe("a new password", () => {
  test("by link: every session ends and earlier links stop working, except the one that undoes a change of email", async () => {
    const change = await asked(NEW);
    await act((tx) => changeEmail(tx, change, undefined, at(1)));
    const recoveryCode = await codeFor("recover-email");
    const session = await signedIn();
    const pending = await asked("third@example.co.za", 2);
    await act((tx) => askForNewPassword(tx, limitsAsked, NEW, at(3)));
    const code = await codeFor("reset-password");
    expect(await act((tx) => resetPassword(tx, code, "new hash", at(4).now))).toMatchObject({
      ...{ kind: "proven", account: { uid: thandi.uid }, lost: [] },
    });
    expect((await claimsOf(office.store.read, NEW))[0]).toMatchObject({
      passwordHash: "new hash",
      updatedAt: at(4).now,
    });
    expect(await findSession(office.store.read, customers, session, now)).toBeNull();
    expect(await kindOf("verifyAndChangeEmail", pending, 5)).toBe("revoked");
    expect(await kindOf("recoverEmail", recoveryCode, 5)).toBe("good");
    expect(await act((tx) => resetPassword(tx, code, "x", at(6).now))).toEqual({ kind: "refused" });
  });

  test("by a second link: the first stops working, and both after an hour", async () => {
    await act((tx) => askForNewPassword(tx, limitsAsked, OLD, at(-1)));
    const first = await codeFor("reset-password");
    await act((tx) => askForNewPassword(tx, limitsAsked, OLD, at(0)));
    expect(await kindOf("resetPassword", first, 2)).toBe("revoked");
    const all = await emails("reset-password");
    const second = codeIn(
      all.find(({ textBody }) => textBody.includes("oobCode") && !textBody.includes(first))?.textBody ?? "",
    );
    expect(await kindOf("resetPassword", second, HOURS - 1)).toBe("good");
    expect(await kindOf("resetPassword", second, HOURS)).toBe("expired");
  });

  test("by a link to an email that no longer belongs to the account is refused", async () => {
    await act((tx) => askForNewPassword(tx, limitsAsked, OLD, at(0)));
    const code = await codeFor("reset-password");
    await act((tx) => proveAddress(tx, thandi.uid, NEW, now));
    expect(await act((tx) => resetPassword(tx, code, "x", at(1).now))).toEqual({ kind: "refused" });
  });

  test("by a signed-in user: other browsers are signed out, and the owner is told", async () => {
    const [here, there] = [await signedIn("guest-7"), await signedIn()];
    await act((tx) => askForNewPassword(tx, limitsAsked, OLD, at(0)));
    const session = (await findSession(office.store.read, customers, here, now))?.session ?? expect.fail("no session");
    const token = await act((tx) => changePassword(tx, limitsAsked, session, "new hash", at(1)));
    expect(await findSession(office.store.read, customers, there, now)).toBeNull();
    expect(await findSession(office.store.read, customers, here, now)).toBeNull();
    expect(await findSession(office.store.read, customers, token ?? "", now)).toMatchObject({
      session: { guestId: "guest-7" },
    });
    expect(await sessionsOf(office.store.read, thandi.uid, now)).toHaveLength(1);
    expect((await claimsOf(office.store.read, OLD))[0]).toMatchObject({ passwordHash: "new hash" });
    expect(await kindOf("resetPassword", await codeFor("reset-password"), 2)).toBe("revoked");
    expect(await emails("password-changed")).toMatchObject([{ toAddress: OLD }]);
    expect(await act((tx) => changePassword(tx, limitsAsked, { ...session, who: "nobody" }, "x", at(2)))).toBeNull();
  });
});

const act = <Result>(what: (tx: Tx) => Promise<Result>) => office.store.tx(what);

async function joined(email: string, registrationKey = newId()): Promise<Account> {
  const form = { email, name: "Thandi Nkosi", phone: "082 123 4567", passwordHash: "-", registrationKey };
  return (await act((tx) => register(tx, limitsAsked, form, now))).account;
}

/** The code in the link that was sent to a new email. */
async function asked(email: string, ms = 0, uid = thandi.uid): Promise<string> {
  await act((tx) => askForNewEmail(tx, limitsAsked, uid, email, at(ms)));
  const [sent] = (await emails("change-email")).filter(({ toAddress }) => toAddress === email);
  return codeIn(sent?.textBody ?? "");
}

const signedIn = (guestId: string | null = null) =>
  act((tx) => startSession(tx, "customer", { who: thandi.uid, guestId, browser: "Chrome on Android" }, now));

async function kindOf(purpose: string, code: string, ms: number) {
  return (await inspectLink(office.store.read, purpose, code, at(ms).now)).kind;
}

async function emails(occasion: string) {
  const all = await office.store.read.select().from(outgoingMails);
  return all.filter(({ emailKey }) => emailKey.startsWith(`${occasion}:`));
}

const codeFor = async (occasion: string) => codeIn((await emails(occasion))[0]?.textBody ?? "");
const codeIn = (text: string) => /oobCode=([\w-]+)/.exec(text)?.[1] ?? expect.fail("no link");
