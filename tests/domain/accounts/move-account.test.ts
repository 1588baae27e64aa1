import { desc, like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import { accountById, claimsOf, customers, proveAddress } from "#app/domain/accounts/accounts.server";
import { askForNewEmail, changeEmail } from "#app/domain/accounts/change-email.server";
import { askForNewPassword, resetPassword } from "#app/domain/accounts/reset-password.server";
import { findSession, startSession } from "#app/domain/accounts/sessions.server";
import { redeemActionLink } from "#app/domain/people/redeem-action-link.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { staffActions } from "#db/schema/staff-actions";
import { limitsAsked } from "../../../demo/limits-asked";
import { aDesk } from "../../support/a-desk";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-30T08:00:00Z");
const after = (ms: number) => ({ appUrl: "https://thuma.example", now: new Date(now.getTime() + ms) });
const [OLD, NEW] = ["thandi@example.co.za", "thandi.nkosi@example.co.za"];
const PROOF = "ID seen, 082 123 4567 answered";

const office = officeForEachTest();
let thandi: Account;
let session: string;
beforeEach(async () => {
  thandi = await joined(OLD);
  await office.store.tx((tx) => proveAddress(tx, thandi.uid, OLD, now));
  const began = { who: thandi.uid, guestId: null, browser: "Firefox" };
  session = await office.store.tx((tx) => startSession(tx, "customer", began, now));
});

const joined = async (email: string) => (await office.joined(email, now)).account;
const move = (from = OLD, to = NEW, proof = PROOF) =>
  aDesk(office, { now }).ask("move", "account", from, to, ...(proof ? ["--proof", proof] : []));
const use = (mode: "moveAccount" | "stopMove", code: string, ms: number) =>
  office.store.tx((tx) => redeemActionLink(tx, { mode, code, passwordHash: "new", here: undefined }, after(ms)));
const emails = (kind: string) =>
  office.store.read
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.emailKey, `${kind}:%`))
    .orderBy(desc(outgoingMails.queuedAt));
const codeFor = async (kind: string) => /oobCode=([\w-]+)/.exec((await emails(kind))[0]?.textBody ?? "")?.[1] ?? "";
const emailNow = async () => (await accountById(office.store.read, thandi.uid))?.email;

test("an account whose mailbox is lost is moved a day after both mailboxes were told, with a new password", async () => {
  expect(await move()).toMatchObject({ kind: "done" });
  expect(await emails("account-moves")).toMatchObject([{ toAddress: NEW, isSecret: true }]);
  expect(await emails("account-move")).toMatchObject([{ toAddress: OLD, isSecret: true }]);
  for (const kind of ["account-move", "account-moves"])
    expect((await emails(kind))[0]?.textBody).toContain("until 10:00 on Tuesday 1 December");
  const code = await codeFor("account-moves");
  expect(await use("moveAccount", code, 1 * DAYS - 1)).toEqual({ kind: "refused" });
  expect([await emailNow(), await findSession(office.store.read, customers, session, now)]).toEqual([
    OLD,
    expect.anything(),
  ]);
  expect(await use("moveAccount", code, 1 * DAYS)).toMatchObject({ kind: "proven", account: { email: NEW } });
  expect((await claimsOf(office.store.read, NEW))[0]).toMatchObject({ uid: thandi.uid, passwordHash: "new" });
  expect(await findSession(office.store.read, customers, session, now)).toBeNull();
  expect(await use("moveAccount", code, 1 * DAYS)).toEqual({ kind: "refused" });
});

test("the old mailbox can stop it until then, and the new one and the record say so", async () => {
  await move();
  const [code, stop] = [await codeFor("account-moves"), await codeFor("account-move")];
  expect(await use("stopMove", stop, 1 * DAYS - 1)).toMatchObject({ kind: "proven", account: { email: OLD } });
  expect(await use("moveAccount", code, 2 * DAYS)).toEqual({ kind: "refused" });
  expect(await emails("account-stays")).toMatchObject([{ toAddress: NEW }]);
  const recorded = await office.store.read.select().from(staffActions);
  expect(recorded.map(({ who, action, subject, details }) => [who, action, subject, details])).toEqual([
    ["Zanele", "moved account", thandi.uid, PROOF],
    ["the old mailbox", "stopped moving account", thandi.uid, ""],
  ]);
});

test("it can't be stopped any more once the day is over, and works for three days", async () => {
  await move();
  expect(await use("stopMove", await codeFor("account-move"), 1 * DAYS)).toEqual({ kind: "refused" });
  expect(await use("moveAccount", await codeFor("account-moves"), 4 * DAYS)).toEqual({ kind: "refused" });
  expect(await emailNow()).toBe(OLD);
});

test("whoever uses the old mailbox meanwhile has it: a new password or a changed email ends the move", async () => {
  for (const uses of ["a new password", "another email"]) {
    await move();
    const code = await codeFor("account-moves");
    await office.store.tx(async (tx) => {
      if (uses === "a new password") await askForNewPassword(tx, limitsAsked, OLD, after(HOURS));
      else await askForNewEmail(tx, limitsAsked, thandi.uid, "third@example.co.za", after(HOURS));
    });
    const link = await codeFor(uses === "a new password" ? "reset-password" : "change-email");
    await office.store.tx((tx) =>
      uses === "a new password"
        ? resetPassword(tx, link, "hers", after(HOURS + MINUTES).now)
        : changeEmail(tx, link, undefined, after(HOURS + MINUTES)),
    );
    expect([uses, await use("moveAccount", code, 1 * DAYS)]).toEqual([uses, { kind: "refused" }]);
  }
});

test("a second move takes the first one's place", async () => {
  await move();
  const first = await codeFor("account-moves");
  await move(OLD, "third@example.co.za");
  expect(await use("moveAccount", first, 1 * DAYS)).toEqual({ kind: "refused" });
});

test("it needs a proof, an account, an email that is free, and is never for our own people", async () => {
  await expect(move(OLD, NEW, "")).rejects.toThrow("How did you check who it is?");
  await expect(move(OLD, "nonsense")).rejects.toThrow("isn't an email address");
  const why = async (from: string, to: string) => {
    const answer = await move(from, to);
    return answer.kind === "refused" ? answer.why : answer.kind;
  };
  expect(await why("nobody@example.co.za", NEW)).toEqual(["There is no account with this email."]);
  expect(await why(OLD, OLD)).toEqual(["The account has this email already."]);
  await joined("unverified@example.co.za");
  expect(await why("unverified@example.co.za", NEW)).toEqual([expect.stringContaining("Nobody has verified")]);
  const sipho = await joined(NEW);
  await office.store.tx((tx) => proveAddress(tx, sipho.uid, NEW, now));
  expect(await why(OLD, NEW)).toEqual([expect.stringContaining("has an account of its own")]);
  await aDesk(office, { now }).ask(
    "add",
    "person",
    "Thandi Nkosi",
    "--email",
    "boss@example.co.za",
    "--right",
    "manager",
  );
  expect(await why(OLD, "boss@example.co.za")).toEqual([expect.stringContaining("one of our own people")]);
  expect(await why("boss@example.co.za", "free@example.co.za")).toEqual([
    expect.stringContaining("one of our own people"),
  ]);
});

test("an account that another verified meanwhile keeps its email, and the mover is refused", async () => {
  await move();
  const sipho = await joined(NEW);
  await office.store.tx((tx) => proveAddress(tx, sipho.uid, NEW, now));
  expect(await use("moveAccount", await codeFor("account-moves"), 1 * DAYS)).toEqual({ kind: "refused" });
  expect(await emailNow()).toBe(OLD);
});

test("the proof goes when its person's data is deleted", async () => {
  await move();
  expect(await aDesk(office, { now }).ask("forget", "customer", OLD, "--yes")).toMatchObject({ kind: "done" });
  const [moved] = await office.store.read.select().from(staffActions);
  expect(moved).toMatchObject({ action: "moved account", details: "" });
});
