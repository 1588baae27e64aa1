import { beforeEach, describe, expect, test } from "vitest";
import {
  answerCase,
  type Case,
  caseByNumber,
  casesAbout,
  casesFrom,
  closeCase,
  forgetCasesAbout,
  forgetCasesFrom,
  forgetClosedCases,
  openCases,
  ReportSchema,
  spokenCaseNumber,
} from "#app/domain/parcels/cases.server";
import { openCase } from "#app/domain/parcels/open-case.server";
import { numberIn } from "#app/domain/values/reference-number";
import { DAYS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { officeForEachTest } from "../../support/an-office";
import { openedCase } from "../../support/opened-case";

const now = new Date("2026-11-23T08:00:00Z");
const later = new Date(now.getTime() + MINUTES);

const office = officeForEachTest();
let waybillNo: string;
let quoteId: string;
beforeEach(async () => {
  const paid = await office.paid({}, now);
  waybillNo = paid.waybillNo;
  quoteId = paid.quote.id;
});

describe("a report that something is wrong", () => {
  test("becomes a case with a number for the phone, and notifies staff and the person who reported it", async () => {
    const opened = await report({ contact: "Gogo@Example.co.za", words: "The box is wet. See www.bad.example" });
    expect(numberIn(spokenCaseNumber(opened.caseNo), "case")).toBe(opened.caseNo);
    expect(opened).toEqual({ ...(await caseByNumber(office.store.read, opened.caseNo)), isCorrected: false });
    expect(opened).toMatchObject({ contact: "gogo@example.co.za", openedAt: now, closedAt: null, answer: null });
    const [toDesk, toPerson] = [await message("case-opened"), await message("case-received")];
    expect(toDesk).toMatchObject({ toAddress: expect.stringContaining("thuma"), channel: "email" });
    expect(toDesk?.textBody).toMatch(/In their words: +The box is wet\. See www\. bad\. example/);
    expect(toDesk?.textBody).toMatch(/Answer to: +gogo@example\.co\.za/);
    expect(toDesk?.textBody).toContain(`https://thuma.example/office/do/answer-case?case=${opened.caseNo}`);
    // Their own words don't go to an address that may be a stranger's.
    expect(toPerson).toMatchObject({ toAddress: "gogo@example.co.za" });
    expect(toPerson?.textBody).not.toContain("wet");
    expect(toPerson?.textBody).toContain(`https://thuma.example/t/`);
  });

  test.each([
    ["082 123 4567", /Answer to: +082 123 4567/],
    ["", /Answer to: +no email or phone was given/],
  ])("with the contact %j is only emailed to staff", async (contact, expected) => {
    await report({ contact });
    expect(await messages()).toHaveLength(1);
    const toDesk = await message("case-opened");
    expect(toDesk?.textBody).toMatch(expected);
    expect(toDesk?.textBody).toMatch(/In their words: +nothing/);
  });

  test("sent twice, or made again while its case is open, is the same case", async () => {
    const first = await report({ formKey: "form-1" });
    expect(await report({ formKey: "form-1" })).toEqual(first);
    expect(await report({ formKey: "form-2" })).toEqual(first);
    expect(await messages()).toHaveLength(1);
  });

  test("sent again from the same page with other answers corrects its case, until it was answered", async () => {
    const first = await report({ formKey: "form-1", contact: "gogoo@example.co.za" }, now, "owner");
    const right = { formKey: "form-1", words: "It is wet", contact: "gogo@example.co.za" };
    const corrected = await report(right, later, "owner");
    expect(corrected).toMatchObject({ caseNo: first.caseNo, words: "It is wet", contact: "gogo@example.co.za" });
    const [stored, ...others] = await casesAbout(office.store.read, waybillNo);
    expect([corrected, others]).toEqual([{ ...stored, isCorrected: true }, []]);
    // The letter to the wrong address had not left.
    const received = (await messages()).filter(({ emailKey }) => emailKey.startsWith("case-received:"));
    expect(received.map(({ toAddress }) => toAddress)).toEqual(["gogo@example.co.za"]);

    const nextHour = new Date(now.getTime() + 61 * MINUTES);
    await report({ ...right, kind: "not_there" }, nextHour, "owner");
    const [, toDesk] = (await messages()).filter(({ emailKey }) => emailKey.startsWith("case-opened:"));
    expect(toDesk?.textBody).toMatch(
      /sent a report again, with other answers.*What is wrong: +The parcel is not there/s,
    );
    expect(await message("case-received")).toMatchObject({ toAddress: "gogo@example.co.za" });

    await answer(first.caseNo, "We found it.");
    const another = await report({ ...right, words: "Now it is dry" }, nextHour, "owner");
    expect(another.caseNo).not.toBe(first.caseNo);
    expect(await report({ ...right, words: "Now it is dry" }, nextHour, "owner")).toEqual(another);
    expect(await casesAbout(office.store.read, waybillNo)).toHaveLength(2);
  });

  test.each([
    ["another kind", { kind: "not_there" }],
    ["other words", { words: "It is wet" }],
    ["another person", { contact: "sipho@example.co.za" }],
  ])("with %s is a case of its own", async (_, other) => {
    const first = await report({ formKey: "form-1" });
    expect((await report({ formKey: "form-2", ...other })).caseNo).not.toBe(first.caseNo);
  });

  test("of a stranger is emailed once an hour for a parcel, and answered at once only with that; the owner's apart", async () => {
    const contact = (name: string) => ({ contact: `${name}@example.co.za`, formKey: name });
    for (const name of ["one", "two", "three"]) await report(contact(name));
    expect(await messages()).toHaveLength(2);
    for (const name of ["owner", "owners-friend"]) await report(contact(name), now, "owner");
    expect(await messages()).toHaveLength(2 + 1 + 2);
    await report(contact("four"), new Date(now.getTime() + 59 * MINUTES));
    expect(await messages()).toHaveLength(5);
    await report(contact("five"), new Date(now.getTime() + 60 * MINUTES));
    expect(await messages()).toHaveLength(7);
    expect((await casesAbout(office.store.read, waybillNo)).length).toBe(7);
  });

  test("is a new case once the last was closed", async () => {
    const first = await report({ formKey: "form-1" });
    await close(first);
    const second = await report({ formKey: "form-2" });
    expect(second.caseNo).not.toBe(first.caseNo);
    const all = await casesAbout(office.store.read, waybillNo);
    expect(all.map(({ caseNo }) => caseNo).toSorted()).toEqual([first.caseNo, second.caseNo].toSorted());
  });
});

describe("an answer", () => {
  test("is sent to the given email, and recorded", async () => {
    const { caseNo } = await report({ contact: "gogo@example.co.za" });
    expect(await answer(caseNo, "We found it.")).toMatchObject({ ok: true, added: true, how: "email", trouble: null });
    expect(await caseByNumber(office.store.read, caseNo)).toMatchObject({ answer: "We found it.", answeredAt: later });
    expect(await message("case-answered")).toMatchObject({
      ...{ toAddress: "gogo@example.co.za", channel: "email", textBody: expect.stringContaining("We found it.") },
    });
  });

  test("is sent to a phone as a text message with the case's number", async () => {
    const { caseNo } = await report({ contact: "082 123 4567" });
    expect(await answer(caseNo, "We found it.")).toMatchObject({ ok: true, how: "text", trouble: null });
    expect(await message("case-answered")).toMatchObject({
      ...{ toAddress: "+27821234567", channel: "sms", subject: `Case ${spokenCaseNumber(caseNo)}` },
      textBody: expect.stringContaining(`case ${spokenCaseNumber(caseNo)}: We found it.`),
    });
  });

  test("to a phone that receives no texts tells staff, who can call", async () => {
    const { caseNo } = await report({ contact: "011 555 0123" });
    expect(await answer(caseNo, "We found it.")).toMatchObject({ trouble: "not a South African cell phone" });
  });

  test("is stored once if nobody can be told, and refused for an unknown case", async () => {
    const { caseNo } = await report({});
    expect(await answer(caseNo, "Found.")).toMatchObject({ ok: true, added: true, how: "nobody", trouble: null });
    expect(await answer(caseNo, "Found.")).toMatchObject({ ok: true, added: false });
    expect(await answer(caseNo, "Delivered.")).toMatchObject({ ok: true, added: true });
    expect(await answer("C00000000", "Found.")).toMatchObject({ ok: false });
    expect(await messages()).toHaveLength(1);
  });
});

describe("what waits", () => {
  test("is counted, with the oldest open case", async () => {
    expect(await openCases(office.store.read)).toEqual({ open: 0, oldest: null });
    const first = await report({ formKey: "1" });
    await report({ formKey: "2", kind: "not_there" }, later);
    expect(await openCases(office.store.read)).toEqual({ open: 2, oldest: now });
    expect(await close(first)).toMatchObject({ added: true });
    expect(await openCases(office.store.read)).toEqual({ open: 1, oldest: later });
  });

  test("a case is closed once, and an unknown one is refused", async () => {
    const opened = await report({});
    await close(opened);
    expect(await close(opened, new Date(later.getTime() + 1))).toMatchObject({
      added: false,
      case: { closedAt: later },
    });
    expect(await office.store.tx((tx) => closeCase(tx, "C00000000", later))).toBeNull();
  });
});

describe("a person who is erased", () => {
  test("leaves their cases without contact, words or answer; others keep theirs", async () => {
    const [hers, his] = [
      await report({ formKey: "1", contact: "gogo@example.co.za", words: "Mine is wet" }),
      await report({ formKey: "2", contact: "sipho@example.co.za", words: "Mine too" }),
    ];
    await answer(hers.caseNo, "Sorry, Gogo.");
    expect((await casesFrom(office.store.read, "gogo@example.co.za")).map(({ caseNo }) => caseNo)).toEqual([
      hers.caseNo,
    ]);
    await office.store.tx((tx) => forgetCasesFrom(tx, "gogo@example.co.za"));
    expect(await caseByNumber(office.store.read, hers.caseNo)).toMatchObject({
      contact: null,
      words: "",
      answer: null,
    });
    expect(await caseByNumber(office.store.read, his.caseNo)).toMatchObject({ contact: "sipho@example.co.za" });
  });

  test("by their booking leaves its cases the same way, and no other booking's", async () => {
    const opened = await report({ contact: "gogo@example.co.za", words: "Wet" });
    await office.store.tx((tx) => forgetCasesAbout(tx, ["another booking"]));
    expect(await caseByNumber(office.store.read, opened.caseNo)).toMatchObject({ words: "Wet" });
    await office.store.tx((tx) => forgetCasesAbout(tx, [quoteId]));
    expect(await caseByNumber(office.store.read, opened.caseNo)).toMatchObject({
      contact: null,
      words: "",
      kind: "damaged",
    });
  });

  test("closed cases are deleted after their time, so many at once; open ones stay", async () => {
    for (const formKey of ["1", "2", "3"]) {
      const opened = await report({ formKey, words: formKey });
      if (formKey !== "3") await close(opened);
    }
    const forget = (before: Date, atMost = 10) => office.store.tx((tx) => forgetClosedCases(tx, before, atMost));
    expect(await forget(later)).toBe(0);
    const after = new Date(later.getTime() + DAYS);
    expect([await forget(after, 1), await forget(after), await forget(after)]).toEqual([1, 1, 0]);
    expect((await casesAbout(office.store.read, waybillNo)).map(({ words }) => words)).toEqual(["3"]);
  });
});

test("a report needs only what is wrong", () => {
  expect(ReportSchema.safeParse({ kind: "damaged", words: "", contact: "" }).data).toEqual({
    ...{ kind: "damaged", words: "", contact: null },
  });
  expect(ReportSchema.safeParse({ kind: "stolen by aliens", words: "", contact: "" }).success).toBe(false);
  expect(ReportSchema.safeParse({ kind: "damaged", words: "x".repeat(501), contact: "" }).success).toBe(false);
  expect(ReportSchema.safeParse({ kind: "damaged", words: "x".repeat(500), contact: "" }).success).toBe(true);
  expect(ReportSchema.safeParse({ kind: "damaged", words: "", contact: "who?" }).success).toBe(false);
});

function report(given: Record<string, string>, at = now, by: "owner" | "stranger" = "stranger"): Promise<Case> {
  const { formKey = "form", ...typed } = given;
  const filled = ReportSchema.parse({ kind: "damaged", words: "", contact: "", ...typed });
  const where = { formKey, by, asked: limitsAsked, isAnswered: limitsAsked, appUrl: "https://thuma.example", now: at };
  return office.store.tx((tx) => openCase(tx, waybillNo, filled, where));
}

const close = ({ caseNo }: Case, at = later) => office.store.tx((tx) => closeCase(tx, caseNo, at));
const answer = (caseNo: string, words: string) => office.store.tx((tx) => answerCase(tx, caseNo, words, later));

/** What was queued about cases. */
async function messages() {
  const all = await office.store.read.select().from(outgoingMails);
  return all.filter(({ emailKey }) => emailKey.startsWith("case-"));
}

async function message(occasion: string) {
  return (await messages()).find(({ emailKey }) => emailKey.startsWith(`${occasion}:`));
}

test("in the office's list the open case that waits longest comes first, and closed ones last, the latest first", async () => {
  const report = { kind: "damaged" as const, words: "", contact: "thandi@example.co.za" };
  const opened: string[] = [];
  for (let day = 0; day < 4; day += 1) {
    const at = { appUrl: "http://x", now: new Date(now.getTime() + day * DAYS) };
    const another = await office.paid({}, now);
    opened.push((await openedCase(office, another.waybillNo, report, at)).caseNo);
  }
  const [oldest, older, newer, newest] = opened;
  await office.store.tx(async (tx) => {
    for (const each of [oldest, newer]) await closeCase(tx, each ?? "", later);
  });
  const listed = office.staff<{ case_no: string }>("SELECT case_no FROM staff_cases");
  expect(listed.map((each) => each.case_no)).toEqual([older, newest, newer, oldest]);
});
