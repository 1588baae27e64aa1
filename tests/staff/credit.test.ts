import { beforeEach, expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { moveAccount } from "#app/domain/accounts/move-account.server";
import { creditOf } from "#app/domain/money/credit.server";
import { DAYS, HOURS } from "#app/durations";
import { charges } from "#db/schema/charges";
import { outgoingMails } from "#db/schema/mail";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { aDesk } from "../support/a-desk";
import { ago, anOffice, dayFromNow, type Office } from "../support/an-office";

let office: Office;
let uid: string;
beforeEach(async () => {
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: "https://courier.example", paymentMode: "sandbox" }, new Date());
  uid = (await office.joined("shop@example.com")).account.uid;
  await office.store.tx((tx) => proveAddress(tx, uid, "shop@example.com", new Date()));
});

const allow = ["allow", "credit", "shop@example.com", "--limit", "5000", "--days", "30"];
const stop = ["stop", "credit", "082 123 4567"];
const credit = () => creditOf(office.store.read, uid);
const owing = () => office.staff("SELECT credit, limit_rand, credit_days, owes_rand, oldest_due FROM staff_credit");
const book = () =>
  aParcel()
    .booked(byAccount(uid))
    .unpaid()
    .in(office.world, ago(1 * DAYS));
const overdue = () =>
  office.staff<{ how_many: number }>("SELECT how_many FROM staff_today WHERE work = 'Overdue on account'");

test("credit is allowed, changed, stopped and allowed again; a dry run changes nothing, and the same twice is no news", async () => {
  const desk = aDesk(office);
  expect(await desk.ask(...allow, "--dry-run")).toMatchObject({ kind: "done" });
  expect(await credit()).toBeNull();
  expect(await desk.ask(...stop)).toMatchObject({ isUnchanged: true });
  expect(await desk.ask(...allow)).toMatchObject({
    kind: "done",
    output: [expect.stringMatching(/up to R.5.000,00, 30 days/), "It owes nothing."],
  });
  expect(await desk.ask(...allow)).toMatchObject({ isUnchanged: true });
  // A phone may be somebody else's: the answer names the account.
  expect(
    await desk.ask("allow", "credit", "082 123 4567", "--limit", "5000", "--days", "1", "--dry-run"),
  ).toMatchObject({
    output: expect.arrayContaining([
      expect.stringMatching(/^The account of shop@example\.com pays by month: .* 1 day after/),
    ]),
  });
  await desk.ask("allow", "credit", "082 123 4567", "--limit", "6000", "--days", "45");
  expect(await credit()).toMatchObject({ limitCents: 6_000_00, days: 45, stoppedAt: null });
  await book();
  expect(await desk.ask(...stop, "--dry-run")).toMatchObject({ kind: "done" });
  expect((await credit())?.stoppedAt).toBeNull();
  expect(await desk.ask(...stop)).toMatchObject({
    output: [expect.stringContaining("Nothing more goes"), expect.stringMatching(/It owes R.80,62\./)],
  });
  expect(await desk.ask(...stop)).toMatchObject({ isUnchanged: true });
  expect((await credit())?.stoppedAt).not.toBeNull();
  expect(owing()).toEqual([
    { credit: "Stopped", limit_rand: 6000, credit_days: 45, owes_rand: 80.62, oldest_due: null },
  ]);
  await desk.ask(...allow);
  expect(await credit()).toMatchObject({ limitCents: 5_000_00, days: 30, stoppedAt: null });
  expect(office.staff("SELECT action, details FROM staff_actions ORDER BY at")).toEqual([
    { action: "allowed credit", details: expect.stringContaining("30 days") },
    { action: "allowed credit", details: expect.stringContaining("45 days") },
    { action: "stopped credit", details: "" },
    { action: "allowed credit", details: expect.stringContaining("30 days") },
  ]);
});

test("its owner is told in an email what is new, once, and a dry run shows it and sends nothing", async () => {
  const desk = aDesk(office);
  const told = async () =>
    (await office.store.read.select().from(outgoingMails))
      .filter(({ emailKey }) => emailKey.startsWith("credit-changed:"))
      .map(({ toAddress, subject, textBody }) => `${toAddress} ${subject} ${textBody.replace(/\s+/g, " ")}`);
  const hears = async (words: RegExp, ...typed: string[]) => {
    await office.store.tx((tx) => tx.delete(outgoingMails));
    expect(await desk.ask(...typed, "--dry-run")).toMatchObject({
      told: { messages: [{ to: expect.stringContaining("shop@example.com") }] },
    });
    expect(await told()).toEqual([]);
    await desk.ask(...typed);
    await desk.ask(...typed);
    expect(await told()).toEqual([expect.stringMatching(words)]);
  };
  const terms = (limit: string, days: string) =>
    `no payment before collection.*On the 1st.*statement.*R ${limit},00.*${days} days after the end of its month.*/account`;
  await hears(RegExp(`^shop@example.com Your account now pays by month .*${terms("5 000", "30")}`), ...allow);
  const more = ["allow", "credit", "shop@example.com", "--limit", "6000", "--days", "45"];
  await hears(RegExp(`pays by month, on new terms .*${terms("6 000", "45")}`), ...more);
  await hears(/no longer pays by month .*New bookings are paid before collection.*stays to be paid as before/, ...stop);
  await hears(/Your account now pays by month /, ...more);
  await desk.ask(...stop);
  const waits = (await office.store.read.select().from(outgoingMails)).filter(({ state }) => state === "queued");
  expect(waits.map(({ subject }) => subject)).toEqual(["Your account no longer pays by month"]);
});

test("it is refused for whom it can't be given to, and for an odd limit or time", async () => {
  const desk = aDesk(office);
  const to = (who: string, limit = "5000", days = "30") =>
    desk.ask("allow", "credit", who, "--limit", limit, "--days", days).catch(String);
  await office.joined("unproven@example.com");
  for (const who of ["nobody@example.com", "unproven@example.com", "083 111 2222"])
    expect(await to(who)).toMatchObject({ kind: "refused" });
  expect(await to("shop@example.com", "1000001")).toMatch(/at most/);
  expect(await to("shop@example.com", "5000", "91")).toMatch(/90 days at most/);
  expect(await desk.ask("allow", "credit", "shop@example.com", "--days", "30").catch(String)).toMatch(/Up to how much/);
  const { account } = await office.joined("second@example.com");
  await office.store.tx((tx) => proveAddress(tx, account.uid, "second@example.com", new Date()));
  expect(await to("082 123 4567")).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining("Several accounts")],
  });
});

test("who owes what, since when, is in the list of accounts, and Today says what is overdue", async () => {
  const desk = aDesk(office);
  const accounts = () => office.staff("SELECT limit_rand, owes_rand, oldest_due FROM staff_accounts");
  expect(owing()).toEqual([]);
  expect(accounts()).toEqual([{ limit_rand: null, owes_rand: null, oldest_due: null }]);
  await desk.ask(...allow);
  await book();
  await book();
  expect(owing()).toMatchObject([{ credit: "Pays by month", limit_rand: 5000, owes_rand: 161.24, oldest_due: null }]);
  await office.store.tx((tx) => tx.update(charges).set({ payBy: dayFromNow(0), creditedCents: 10_00 }));
  expect(owing()).toMatchObject([{ owes_rand: 141.24, oldest_due: dayFromNow(0) }]);
  expect(accounts()).toEqual([{ limit_rand: 5000, owes_rand: 141.24, oldest_due: dayFromNow(0) }]);
  expect(overdue()).toEqual([{ how_many: 0 }]);
  await office.store.tx((tx) => tx.update(charges).set({ payBy: dayFromNow(-1) }));
  expect(overdue()).toEqual([{ how_many: 1 }]);
  const oldest = () => office.staff("SELECT oldest_statement FROM staff_credit");
  expect(oldest()).toEqual([{ oldest_statement: null }]);
  await office.store.tx((tx) => tx.update(charges).set({ invoicedAt: new Date("2026-10-31T22:30:00Z") }));
  expect(oldest()).toEqual([{ oldest_statement: "2026-11" }]);
  expect(office.staff("SELECT * FROM staff_charges")).toEqual([]);
  expect(office.staff("SELECT * FROM staff_promises WHERE what LIKE 'More to pay%'")).toEqual([]);
});

test("more than the price goes on the account, and the list of charges says so", async () => {
  const desk = aDesk(office);
  await desk.ask(...allow);
  const { quote } = await book();
  const said = ["--because", "It weighs 12 kg.", "--agreed", "Nomsa, by phone, 14:20"];
  expect(await desk.ask("charge", quote.quoteNo, "--weight", "12", ...said)).toMatchObject({
    output: [expect.stringContaining("more is on the account"), expect.any(String)],
  });
  expect(office.staff("SELECT status, what_to_do FROM staff_charges")).toEqual([
    { status: "On account", what_to_do: "Nothing" },
  ]);
  expect(office.staff("SELECT * FROM staff_promises WHERE what LIKE 'More to pay%'")).toEqual([]);
  expect(await desk.ask("undo", "charge", quote.quoteNo)).toMatchObject({ kind: "done" });
});

test("what is on account is said so: a town changes at once, a parcel of who is blocked goes, its price comes off", async () => {
  const desk = aDesk(office);
  await desk.ask(...allow);
  const booked = await book();
  const { quoteNo } = booked.quote;
  const said = ["--because", "They asked for it.", "--agreed", "Nomsa, by phone, 14:20"];
  expect(await desk.ask("charge", quoteNo, "--to-postal", "8001", ...said)).toMatchObject({
    output: expect.arrayContaining([expect.stringMatching(/until you change it.*\. No driver gets it/)]),
  });
  await desk.ask("undo", "charge", quoteNo);
  expect(await desk.ask("block", "customer", "shop@example.com", "--because", "Odd")).toMatchObject({
    output: [expect.stringContaining("paid for or on account")],
  });
  await aParcel(booked).collected().ended("lost").in(office.world, ago(HOURS));
  expect(await desk.ask("pay", "claim", quoteNo, "300,00", "--reference", "ABSA 77")).toMatchObject({
    output: expect.arrayContaining([expect.stringMatching(/off the account.*R.80,62.*--account/)]),
  });
});

test("who owes something isn't forgotten, and an account that moves to another email keeps what it owes", async () => {
  const desk = aDesk(office);
  await desk.ask(...allow);
  const { quote } = await book();
  const refused = await desk.ask("forget", "customer", "shop@example.com", "--yes");
  expect(refused).toMatchObject({ kind: "refused" });
  expect(JSON.stringify(refused)).toMatch(/Their account still owes R.80,62/);
  const at = { appUrl: "https://courier.example", now: new Date() };
  await office.store.tx((tx) => moveAccount(tx, "shop@example.com", "new@example.com", at));
  await office.store.tx((tx) => proveAddress(tx, uid, "new@example.com", new Date()));
  expect(owing()).toMatchObject([{ limit_rand: 5000, owes_rand: 80.62 }]);
  await desk.ask("cancel", "booking", quote.quoteNo, "--because", "They said so.");
  expect(await desk.ask("forget", "customer", "new@example.com", "--yes")).toMatchObject({ kind: "done" });
});
