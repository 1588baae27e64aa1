import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { plainText } from "#app/language/plain-text";
import { commands } from "#app/staff/commands/all";
import type { Desk } from "#app/staff/desk.server";
import { commandHelp } from "#app/staff/help";
import { written } from "#app/staff/output";
import { readCall } from "#app/staff/read-call";
import { quotes } from "#db/schema/quotes";
import { openStore } from "#db/store.server";
import { aTypedApplication } from "../domain/drivers/applications/an-application";
import { aDesk, asSaid, viewsOf } from "../support/a-desk";
import { anOffice } from "../support/an-office";
import { storePlace } from "../support/store-place";

const now = new Date("2026-11-21T10:00:00Z");
let desk: Desk;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-test-"));
  const file = path.join(folder, "courier.db");
  const store = await openStore(await storePlace(file));
  const views = viewsOf({ file });
  const site = { appUrl: "https://courier.example", mode: "simulator" } as const;
  desk = { store, views, site, merchantApi: null, folder: ".", now, personName: "Zanele", isDryRun: false };
  return async () => {
    views.close();
    await store.close();
    rmSync(folder, { recursive: true });
  };
});

describe("a wrong command line gets a correction:", () => {
  test.each([
    [["prise", "quote", "Q48210934"], 'There is no command "prise quote". Did you mean "price quote"?'],
    [["list"], "There is: list quotes, list refunds"],
    [["list", "qoutes"], "There is: list quotes, list refunds"],
    [["list", "quotes", "--jsn"], 'There is no option --jsn here. Did you mean "--json"?'],
    [["list", "quotes", "--json=yes"], "--json stands alone"],
    [["list", "quotes", "--as"], "--as needs a word after it"],
    [
      ["change", "box", "flyer-bag", "--cost", "-4"],
      "--cost needs a word after it, and none that begins with a hyphen",
    ],
    [["price", "quote", "Q48210934", "-5"], '"-5" is neither an amount nor an option'],
    [["list", "applications", "--province", "gautng"], 'Did you mean "gauteng"?'],
    [["show", "staff_bookin"], 'There is no view "staff_bookin". Did you mean "staff_bookings"?'],
    [["show", "bookings", "--first", "many"], "--first needs a number of rows"],
    [["price", "quote", "Q48210930", "350"], '"Q48210930" isn\'t a quote number'],
    [["price", "quote"], "Which quote?"],
    [["price", "quote", "q", "4821", "0934"], "How much?"],
    [["note", "refund", "Q", "4821", "0934", "R", "80,62"], "Give PayFast's number"],
    [["answer", "application", "D", "4821", "0934"], "What is the answer?"],
    [["answer", "application", "D", "4821", "0934", "9"], '"9" is not expected here'],
    [["price", "quote", "Q48210934"], "How much?"],
    [["price", "quote", "Q48210934", "1,234"], "could be more than one amount"],
    [["mark", "deliverd", "TH4821093753"], 'Did you mean "delivered"?'],
    [["mark"], "Choose what happened: collected"],
    [["mark", "delivered"], "Which parcel?"],
    [["mark", "delivered", "TH4821093750"], "isn't a waybill number"],
    [["mark", "delivered", "TH4821093753", "--place", "12 Main Road"], "isn't a town"],
    [["mark", "delivered", "TH4821093753", "--at", "25:00"], '"25:00" isn\'t a time. Write the clock'],
    [["change", "rate", "zone", "metro", "32"], "From when?"],
    [["change", "rate"], "Which kind of rate? The kinds are: zone"],
    [["change", "rate", "zon", "metro", "32", "--from", "today"], 'Did you mean "zone"?'],
    [["change", "rate", "zone", "metro", "32", "--from", "2026-02-30"], "isn't a day. Write year, month and day"],
    [["change", "rate", "fuel", "12,5", "%", "--from", "2026-13-01"], "isn't a day"],
    [["change", "rate", "fuel", "12,5", "%", "--from", "31/11/2026"], "isn't a day"],
    [
      ["change", "rate", "fuel", "12,5", "%", "--from", "05/06/2027"],
      '"05/06/2027" can be Saturday 5 June 2027 or Thursday 6 May 2027. Write 2027-06-05 or 2027-05-06.',
    ],
    [["export", "invoices", "--from", "01/11/2026", "--until", "30/11/2026"], '"01/11/2026" can be'],
    [["price", "quote", "Q48210934", "free"], "isn't an amount"],
    [["change", "box", "flyer-bag", "--from", "today"], "What should change?"],
    [["change", "box", "flyer-bag", "--size", "60x40", "--from", "today"], "isn't a size"],
    [["change", "area", "14", "--served", "no", "--from", "today"], "Which area?"],
    [["change", "area"], "Which area? Write a postal code"],
    [["history"], "or an application number (D…)"],
    [["history", "XX"], '"XX" isn\'t a quote, waybill or application number'],
    [["history", "D48210930"], '"D48210930" isn\'t a quote, waybill or application number'],
    [["change", "area", "1431", "--served", "perhaps", "--from", "today"], "--served is yes or no"],
    [["withdraw", "change", "bix", "flyer-bag", "--from", "tomorrow"], 'Did you mean "box"?'],
    [["answer", "application", "D48210934"], "What is the answer?"],
    [["answer", "application", "D48210930", "--accept"], "isn't an application number"],
    [["answer", "application", "D48210934", "--accept", "--decline"], "not both"],
    [["cancel", "booking", "TH4821093753"], "Give a reason"],
    [["cancel", "booking", "TH48", "--because", "x"], "isn't a quote or waybill number"],
    [["note", "chargeback", "D48210934", "80,62"], "It is a number of something else"],
    [["note", "refund", "Q48210934", "80,62"], "Give PayFast's number of the refund"],
    [["resend", "email"], "Which email?"],
    [["list", "quotes", "now"], '"now" is not expected here'],
  ])("%j", async (args, words) => {
    await expect(asked(args)).rejects.toMatchObject({ name: "UsageError", message: expect.stringContaining(words) });
  });
});

test("every command's help lists its options, and shows its examples", () => {
  for (const command of commands) {
    const help = commandHelp(command);
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
    expect(help.replace(/\s+/g, " ")).toContain(plainText(command.more).replace(/\s+/g, " "));
    expect(
      Math.max(
        ...plainText(command.more)
          .split(" ")
          .map(({ length }) => length),
      ),
    ).toBeLessThan(120);
    // Options stand in columns: their labels begin at one place.
    for (const part of help.split("\n\n").filter((each) => each.includes("\n  --"))) {
      const labels = [...part.matchAll(/^ {2}--[\w-]+(?: <[^>]*>)? +(?=\S)/gm)].map(([usage]) => usage.length);
      expect([command.name, new Set(labels).size]).toEqual([command.name, 1]);
    }
    for (const example of command.examples) expect(help).toContain(`npm run staff -- ${example}`);
  }
});

test("the versions of the terms are listed with their bookings, and which one applies", async () => {
  const office = await anOffice();
  const { ask, leave } = aDesk(office);
  const none = { version: TERMS_VERSION, standing: "applies", agreed: 0, first_booked: null, last_booked: null };
  expect(await ask("list", "terms")).toMatchObject({ rows: [none] });
  const { quote } = await office.paid({}, new Date("2026-11-20T10:00:00Z"));
  await office.booked({}, new Date("2026-11-21T23:00:00Z"));
  await office.store.tx((tx) => tx.update(quotes).set({ termsVersion: "2025-01-01" }).where(eq(quotes.id, quote.id)));
  expect(await ask("list", "terms")).toMatchObject({
    rows: [
      { ...none, agreed: 1, first_booked: "2026-11-22", last_booked: "2026-11-22" },
      { version: "2025-01-01", standing: "applied before", agreed: 1, first_booked: "2026-11-20" },
    ],
  });
  leave();
});

test("a list of emails has their ids, for resend email", async () => {
  const office = await anOffice();
  await office.wrote("a receipt");
  const { ask, leave } = aDesk(office);
  const answer = await ask("list", "emails");
  const [row] = answer.kind === "list" ? answer.rows : [];
  expect(answer).toMatchObject({ columns: Object.keys(row ?? {}) });
  leave();
});

test.each([
  ["as it is stored", "-q2Xb0vT7yC1n8sKfWm3e5"],
  ["as our list for spreadsheets writes it", "'-q2Xb0vT7yC1n8sKfWm3e5"],
])("an email id that begins with a hyphen isn't taken for an option, %s", (_how, id) => {
  const { command, call } = readCall(["resend", "email", id, "--dry-run"]);
  expect(command?.name).toBe("resend email");
  expect(call.words).toEqual(["-q2Xb0vT7yC1n8sKfWm3e5"]);
  expect(call.has("dry-run")).toBe(true);
});

test("text for customers keeps its lines, but no control characters", () => {
  const { call } = readCall(["cancel", "booking", "TH4821093753", "--because", "Flooded.\n\u001b[31mSorry.\r"]);
  expect(call.option("because")).toBe("Flooded.\n [31mSorry.");
});

test("prices are typed as people write them, and are numbers in the lists", async () => {
  await asked(["change", "rate", "linehaul", "wc", "gp", "R", "1 065,50", "--from", "2026-12-01"]);
  await asked(["change", "rate", "fuel", "12,5%", "--from", "2026-12-01"]);
  const rates = await asked(["list", "rates"]);
  const rows = rates.kind === "list" ? rates.rows.filter(({ standing }) => standing === "to come") : [];
  expect(rows).toEqual([
    {
      kind: "fuel",
      key: "fuel",
      rand: null,
      percent: 12.5,
      working_days: null,
      from: "2026-12-01",
      standing: "to come",
    },
    {
      kind: "linehaul",
      key: "GP-WC",
      rand: 1065.5,
      percent: null,
      working_days: null,
      from: "2026-12-01",
      standing: "to come",
    },
  ]);
});

test("an application is shown field by field; its history begins with its arrival, and an unknown number has none", async () => {
  expect(await asked(["history", "D48210934"])).toEqual({
    kind: "refused",
    why: ["There is no application D48210934."],
  });
  const typed = aTypedApplication();
  const application = applicationSchema(typed, now).parse(typed);
  const receipt = await receiveApplication(desk.store, application, { formKey: "a form", sender: null }, now);
  const reference = "reference" in receipt ? receipt.reference : "";
  const read = await asked(["read", "application", reference]);
  // Each answer is a field of its own, as in the list.
  const name = `${application.from_name} ${application.from_surname}`;
  expect(JSON.parse(written(read, "json"))).toMatchObject({
    done: true,
    fields: { application: reference, name, cell: "+27821234567", vehicle_km: 120000, last_courier: "Kasi Runners" },
  });
  expect(written(read, "text")).toContain(`\nname              ${name}\n`);
  expect(written(read, "csv")).toContain(`application,received,name,email,`);
  expect(await asked(["history", ...spokenApplicationNumber(reference).split(" ")])).toMatchObject({
    rows: [
      { who: "applicant", what: `applied (${reference})` },
      { who: "site", what: expect.stringContaining("waiting to be sent") },
      { who: "Zanele", what: "read application" },
    ],
  });
});

test("every view can be shown by its name, and show lists them all", async () => {
  const names = desk.views.names();
  expect(await asked(["show"])).toMatchObject({ rows: names.map((view) => expect.objectContaining({ view })) });
  for (const name of names) expect(await asked(["show", name]), name).toMatchObject({ kind: "list" });
});

async function asked(args: string[]) {
  const { command, call } = readCall(args);
  if (!command) throw new Error("no command");
  return asSaid(await command.run(call, desk));
}
