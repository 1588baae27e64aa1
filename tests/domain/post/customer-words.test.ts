import { describe, expect, test } from "vitest";
import type { Account } from "#app/domain/accounts/account";
import {
  accountMoves,
  accountStays,
  chooseNewPassword,
  confirmNewEmail,
  verifyYourEmail,
  yourAccountMoves,
  yourEmailWasChanged,
  yourPasswordWasChanged,
} from "#app/domain/accounts/emails";
import { answerToApplicant } from "#app/domain/drivers/applications/answer-emails";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { nameAsWritten, salutation, salutationAt, withoutLinks } from "#app/domain/post/customer-words";
import { asGsm7 } from "#app/domain/post/gsm7";
import { plainText } from "#app/language/plain-text";
import { outgoingMails } from "#db/schema/mail";
import { aStore } from "../../support/a-store";
import { aTypedApplication } from "../drivers/applications/an-application";

const now = new Date("2026-11-16T08:00:00Z");

describe("an email greets by name", () => {
  test.each([
    ["Thandi Nkosi", "Dear Thandi Nkosi,"],
    ["Nomvula Precious Mokoena-Dlamini", "Dear Nomvula Precious Mokoena-Dlamini,"],
    ["Karel N'wamitwa Jr.", "Dear Karel N'wamitwa Jr.,"],
    ["T.J. O’Brien", "Dear T. J. O’Brien,"],
    ["Dr. J.van der Merwe", "Dear Dr. J. van der Merwe,"],
    ["Zoë Müller", "Dear Zoë Müller,"],
    [" Thandi \n Nkosi ", "Dear Thandi Nkosi,"],
    ["A de la B van C", "Dear A de la B van C,"],
  ])("%s", (name, greeting) => {
    expect(plainText(salutation(name))).toBe(greeting);
  });

  test("a short web address isn't left as a link", () => {
    expect(plainText(salutation("t.co"))).toBe("Dear t. co,");
  });

  test.each([
    "you won R5000: claim at http://evil.example",
    "you won R5000",
    "you have won a very big prize",
    "-Thandi",
    "Thandi..",
    "claim at evil.example",
    "www.evil.example",
    "evil。example",
    "win@evil.example",
    "evil.example/win",
    "you have won a prize at evil dot example",
    "<b>Thandi</b>",
    "Thandi\u202Emoc.live",
    "",
  ])("only if the text looks like a name: %s", (name) => {
    expect(plainText(salutation(name))).toBe("Good day,");
  });
});

test.each([
  "Khumalo & Sons",
  "Bra Joe's Spares (Pty) Ltd",
  "24/7 Cellular",
  "Shop 4 U",
  "A1 Muffler and Tow Bar",
  "Nkosi, Sipho",
  "3rd Avenue Spaza",
  "Room 4",
  "Customer 1 Dlamini",
  "Mama's Kitchen + Catering",
  "B&B “Ubuntu”",
  "S'thembiso #1",
  "The Old Apostolic Church of Africa, Katlehong Branch",
  "王小明",
  "አበበ በቀለ",
  "Zola 7 – Beats!",
])("a message names %s as they wrote it", (name) => {
  expect(nameAsWritten(name)).toBe(name);
});

test.each([
  ["initials, spaced so that they are no link", "T.J. Nkosi", "T. J. Nkosi"],
  ["on one line", "Thandi\nNkosi\u200b", "Thandi Nkosi"],
  ["a title, spaced too", "Dr.Dlamini", "Dr. Dlamini"],
  ["a shop's domain, which is no link then", "Shop.co.za", "Shop. co. za"],
  ["the same with a mark in it", "Spaza.\u0301example", "Spaza. \u0301example"],
  ["the same with another dot", "Spaza．example", "Spaza. example"],
  ["a sign that is no mailbox's", "24/7 Cellular @ Mall", "24/7 Cellular at Mall"],
  ["numbers with dots", "Unit 10.0.0.1", "Unit 10. 0. 0. 1"],
  ["no page's address", "win at evil.example/now", null],
  ["nor a whole one", "http://evil", null],
  ["no email", "Thandi win@evil", null],
  ["nor half of one", "win @evil", null],
  ["no phone", "Thandi 082 123 4567", null],
  ["nothing", " \u200b", null],
  ["signs alone", "***", null],
])("a name in a message: %s", (_what, typed, named) => {
  expect(nameAsWritten(typed)).toBe(named);
});

const HOSTILE = "you won R5000: claim at http://evil.example";

test("no account email prints a message in place of a name", () => {
  const account = { uid: "u", email: "victim@example.co.za", name: HOSTILE } as Account;
  const at = { appUrl: "https://thuma.example", now };
  const link = { code: "code" };
  const messages = [
    verifyYourEmail(account, link, at),
    chooseNewPassword(account, link, at),
    confirmNewEmail(account, "new@example.co.za", link, at),
    yourEmailWasChanged(account, account.email, link, at),
    yourPasswordWasChanged(account, at),
    accountMoves(account, account.email, link, at),
    yourAccountMoves(account, link, at),
    accountStays(account, account.email, at),
  ];
  for (const { subject, text, html } of messages) {
    expect(subject + text + html).not.toMatch(/evil|R5000/);
    expect(text).toMatch(/^Good day,\n/);
  }
});

test("nor does the answer to an applicant", () => {
  const application = { id: "a", reference: "A123456789", from_name: HOSTILE, from_email: "victim@example.co.za" };
  const { text, html } = answerToApplicant(application, { decision: "declined", note: "" }, now);
  expect(text + html).not.toMatch(/evil|R5000/);
});

test.each([
  ["http://evil.example/win", "evil. example/win"],
  ["HTTPS://evil.example", "evil. example"],
  ["www.evil.example", "www. evil. example"],
  ["win@evil.example", "win at evil. example"],
  ["mailto:win@evil.example", "win at evil. example"],
  ["Polo 1.4 TSI", "Polo 1.4 TSI"],
  ["St. Mary's Rd., Katlehong", "St. Mary's Rd., Katlehong"],
])("of %s an email prints %s", (written, printed) => {
  expect(withoutLinks(written)).toBe(printed);
});

test("an applicant's text reaches staff without a clickable link; what is stored stays unchanged", async () => {
  const store = await aStore();
  const typed = aTypedApplication({ from_name: "http://evil.example", referer: "www.evil.example, win@evil.example" });
  await receiveApplication(store, applicationSchema(typed, now).parse(typed), { formKey: "a form", sender: null }, now);
  const [message] = await store.read.select().from(outgoingMails);
  expect(message?.textBody).toContain("www. evil. example, win at evil. example");
  expect(`${message?.textBody}${message?.htmlBody}`).not.toMatch(/http:\/\/evil|evil\.example/);
  expect(message?.textBody).toContain("thandi@example.co.za");
  expect(JSON.stringify(message?.templateParams)).not.toMatch(/http:\/\/evil|www\.evil\.example/);
});

test.each([
  ["pay at bad.example", "pay at bad. example"],
  ["pay at bad.\u0301example", "pay at bad. \u0301example"],
  ["pay at bad.\u200Bexample", "pay at bad. example"],
  ["pay at 41.0.0.1/x", "pay at 41. 0. 0. 1/x"],
  ["pay at 41.\u03010.0.1", "pay at 41. \u03010. 0. 1"],
])("%j has no link left, also as a text message without accents", (written, words) => {
  expect(withoutLinks(written)).toBe(words);
  expect(asGsm7(withoutLinks(written))).not.toMatch(/\.\w/);
});

test("days, weights and amounts with dots stay as they are", () => {
  expect(withoutLinks("1.12.2026, 3.5 kg, R1.234.50")).toBe("1.12.2026, 3.5 kg, R1.234.50");
});

test("an address is greeted as the person of the booking that it belongs to, and nobody else's name is told", () => {
  const people = {
    fromEmail: "thandi@example.co.za",
    fromName: "Thandi Nkosi",
    toEmail: "sipho@example.co.za",
    toName: "Sipho Dlamini",
  };
  expect(plainText(salutationAt("Thandi@example.co.za", people))).toBe("Dear Thandi Nkosi,");
  expect(plainText(salutationAt("sipho@example.co.za", people))).toBe("Dear Sipho Dlamini,");
  expect(plainText(salutationAt("shop@example.co.za", people))).toBe("Good day,");
});
