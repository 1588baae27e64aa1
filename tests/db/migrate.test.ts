import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { openStore } from "#db/store.server";
import { aRelease } from "../support/a-release";
import { aFolder } from "../support/a-store";
import { SIGNED_IN, STORED_SESSIONS } from "../support/stored-sessions";
import { SIGNED_WHEN_SENT, STORED_WITH_KEYS } from "../support/stored-with-keys";

describe("migrations", () => {
  test("apply once: starting again changes nothing", async () => {
    const file = path.join(aFolder(), "courier.db");
    const release = aRelease({ "9001_note": "CREATE TABLE notes (id text); INSERT INTO notes VALUES ('once')" });
    await startAndStop(file, release);
    await startAndStop(file, release);
    expect(rows(file, "SELECT id FROM notes")).toEqual([{ id: "once" }]);
  });

  test("a newer release applies only what is new, and keeps existing data", async () => {
    const file = path.join(aFolder(), "courier.db");
    await startAndStop(file, aRelease({}));
    edit(file, "UPDATE boxes SET name = 'Ours' WHERE id = 'flyer-bag'");
    await startAndStop(file, aRelease({ "9001_note": "CREATE TABLE notes (id text)" }));
    expect(rows(file, "SELECT name FROM boxes WHERE id = 'flyer-bag'")).toEqual([{ name: "Ours" }]);
    expect(rows(file, "SELECT * FROM notes")).toEqual([]);
  });

  test("boxes and areas from before they had days keep staff's values", async () => {
    const file = path.join(aFolder(), "courier.db");
    const first = ["0000_first_parcel", "0001_driver_applications", "0002_accounts", "0003_previous_price"];
    for (const tag of first) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    edit(
      file,
      `PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${first.length};
       INSERT INTO boxes VALUES ('flyer-bag', 'Our bag', 31, 45, 45, 1000, 999, 10, 0);
       INSERT INTO postal_areas VALUES ('1431-1431', '1431', '1431', 'Our town', 'Gauteng', 'GP', 'remote', 0)`,
    );
    await startAndStop(file);
    expect(
      rows(file, "SELECT name, cost_cents, active, valid_from, picture FROM boxes WHERE id = 'flyer-bag'"),
    ).toEqual([{ name: "Our bag", cost_cents: 999, active: 0, valid_from: "2026-01-01", picture: "flyer-bag" }]);
    expect(rows(file, "SELECT town, zone, served FROM postal_areas WHERE id = '1431-1431'")).toEqual([
      { town: "Our town", zone: "remote", served: 0 },
    ]);
  });

  test("parcels from before lateness was noticed are blank while they are under way, and nobody was told", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
    const before = tags.slice(
      0,
      tags.findIndex((tag) => tag.endsWith("_late_parcels")),
    );
    for (const tag of before) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    const waybill = (no: string, last: string) =>
      `INSERT INTO waybills (waybill_no, quote_id, issued_at, last_event, last_event_at)
       VALUES ('${no}', '${no}', '2026-01-05T08:00:00.000Z', '${last}', '2026-01-05T08:00:00.000Z');`;
    edit(
      file,
      `PRAGMA foreign_keys = OFF; PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length};
       ${waybill("moving", "in_transit")} ${waybill("failed", "failed_attempt")} ${waybill("there", "delivered")}`,
    );
    await startAndStop(file);
    expect(rows(file, "SELECT waybill_no, late_on, late_told_at FROM waybills ORDER BY waybill_no")).toEqual([
      { waybill_no: "failed", late_on: "", late_told_at: null },
      { waybill_no: "moving", late_on: "", late_told_at: null },
      { waybill_no: "there", late_on: null, late_told_at: null },
    ]);
  });

  test("the key that signed links leaves the database; the day of the upgrade takes its place", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
    const before = tags.slice(
      0,
      tags.findIndex((tag) => tag.endsWith("_renewed_links")),
    );
    for (const tag of before) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    edit(
      file,
      `PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length};
       INSERT INTO site_facts VALUES ('link_key', 'a-former-key', '2026-11-01T08:00:00.000Z');
       INSERT INTO site_facts VALUES ('app_url', 'https://courier.example', '2026-11-01T08:00:00.000Z')`,
    );
    await startAndStop(file);
    const facts = rows(file, "SELECT name, value FROM site_facts ORDER BY name");
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(facts).toEqual([
      { name: "app_url", value: "https://courier.example" },
      { name: "links_renewed_at", value: at },
    ]);
  });

  test("stored emails and answers lose the keys of their links, and an email's are signed again when it is sent", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
    const before = tags.slice(
      0,
      tags.findIndex((tag) => tag.endsWith("_links_that_end")),
    );
    for (const tag of before) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    edit(
      file,
      `PRAGMA foreign_keys = OFF; PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length};
       ${STORED_WITH_KEYS}`,
    );
    await startAndStop(file);
    expect(rows(file, "SELECT text_body, html_body FROM outgoing_mails")).toEqual([SIGNED_WHEN_SENT]);
    expect(rows(file, "SELECT kind, answer FROM done_once ORDER BY kind")).toEqual([
      {
        kind: "call by key",
        answer: '{"requestHash":"h","status":200,"body":{"labelUrl":"https://c.example/waybill/TH1.pdf"}}',
      },
      { kind: "office form", answer: '["https://c.example/invoice/INV-1"]' },
    ]);
  });

  test("everybody who is signed in stays so: customers, drivers and the office", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
    const before = tags.slice(
      0,
      tags.findIndex((tag) => tag.endsWith("_one_session")),
    );
    for (const tag of before) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    edit(
      file,
      `PRAGMA foreign_keys = OFF; PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length};
       ${STORED_SESSIONS}`,
    );
    await startAndStop(file);
    const seen = "substr(last_seen_at, 9, 2) AS seen, substr(code_at, 9, 2) AS code";
    expect(rows(file, `SELECT id, kind, who, guest_id, browser, ${seen} FROM sessions ORDER BY id`)).toEqual(SIGNED_IN);
  });

  test("messages that hold a PIN are marked, whatever else is called so; kept answers lose their secrets", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
    const before = tags.slice(
      0,
      tags.findIndex((tag) => tag.endsWith("_hidden_pins")),
    );
    for (const tag of before) edit(file, readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    const at = "'2026-11-01T08:00:00.000Z'";
    const message = (id: string, channel: string, words: string) =>
      `INSERT INTO outgoing_mails (id, letter_key, channel, state, to_address, subject, text_body, html_body, quote_id, attempts, next_attempt_at, queued_at)
       VALUES ('${id}', '${id}', '${channel}', 'sent', 'a', 'b', '${words}', '', 'q', 0, ${at}, ${at});`;
    const answer = (key: string, body: string) =>
      `INSERT INTO api_answers (uid, key, request_hash, status, body, answered_at) VALUES ('u', '${key}', 'h', 200, '${body}', ${at});`;
    edit(
      file,
      `PRAGMA foreign_keys = OFF; PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length};
       INSERT INTO waybills (waybill_no, quote_id, issued_at) VALUES ('TH1', 'q', ${at});
       INSERT INTO delivery_pins (waybill_no, pin, made_at) VALUES ('TH1', '0126', ${at});
       ${message("text", "sms", "A parcel from SPIN Cycles: tell the driver PIN 0126.")}
       ${message("email", "email", "tell the driver:  PIN 0126")}
       ${message("other", "sms", "A parcel from SPIN Cycles is late.")}
       ${answer("webhook", '{"id":"w","secret":"whsec_1"}')} ${answer("booking", '{"id":"b","reference":"secret"}')}`,
    );
    await startAndStop(file);
    expect(rows(file, "SELECT id, holds_pin FROM outgoing_mails WHERE quote_id = 'q' ORDER BY id")).toEqual([
      { id: "email", holds_pin: 1 },
      { id: "other", holds_pin: 0 },
      { id: "text", holds_pin: 1 },
    ]);
    expect(rows(file, "SELECT key, answer -> '$.body' AS body FROM done_once ORDER BY key")).toEqual([
      { key: "booking", body: '{"id":"b","reference":"secret"}' },
      { key: "webhook", body: '{"id":"w"}' },
    ]);
  });

  test("an application not emailed before there was one outbox is emailed from it, and none is emailed twice", async () => {
    const file = path.join(aFolder(), "courier.db");
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
    const before = entries
      .slice(0, 9)
      .map(({ tag }: { tag: string }) => readFileSync(`db/migrations/${tag}.sql`, "utf8"));
    edit(file, `${before.join(";")}; PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${before.length}`);
    for (const [id, state, sentAt] of [
      ["waits", "queued", "NULL"],
      ["through-emailjs", "sent", "'2026-11-02T00:00:00.000Z'"],
    ]) {
      edit(
        file,
        `INSERT INTO driver_applications VALUES ('${id}', 'D${id}', '${state}', 'Thandi <3', 'Nkosi', 'thandi@example.co.za',
         '+27821234567', '8001015009087', 'Katlehong', 'Gauteng', 'Limpopo', 'A friend', 'Yes', 'Yes', 'Kasi Runners', 'Soweto',
         'Toyota', 'Hilux', 2015, 120000, 'Yes', 'ABC 123 GP', 'Yes', 'Tracker', '${id}', '${id}', 2,
         '2026-11-01T10:00:00.000Z', NULL, '2026-11-01T09:00:00.000Z', '2026-11-01T09:00:00.000Z', ${sentAt}, NULL, NULL, NULL)`,
      );
    }
    await startAndStop(file);
    const letters = "SELECT letter_key, state, attempts, to_address, html_body, template_params FROM outgoing_mails";
    expect(rows(file, `${letters} ORDER BY state`)).toMatchObject([
      {
        letter_key: "driver-application:waits:2026-11-01T09:00:00.000Z",
        state: "queued",
        attempts: 2,
        to_address: "hello@thuma.example",
        html_body: expect.stringContaining("Thandi &lt;3 Nkosi"),
        template_params: expect.stringContaining('"vehicleKm":"120000"'),
      },
      { state: "sent" },
    ]);
    expect(rows(file, "SELECT reference, mail FROM staff_driver_applications ORDER BY mail")).toEqual([
      { reference: "Dthrough-emailjs", mail: "Mailed to us" },
      { reference: "Dwaits", mail: "Not mailed to us yet" },
    ]);
  });

  test("a failing migration is rolled back completely, and earlier ones stay", async () => {
    const file = path.join(aFolder(), "courier.db");
    const broken = aRelease({
      "9001_good": "CREATE TABLE good (id text)",
      "9002_bad": "CREATE TABLE half (id text);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)",
    });
    await expect(startAndStop(file, broken)).rejects.toThrow("nowhere");
    expect(tablesOf(file)).toContain("good");
    expect(tablesOf(file)).not.toContain("half");

    await startAndStop(file, aRelease({ "9001_good": "…", "9002_bad": "CREATE TABLE half (id text)" }));
    expect(tablesOf(file)).toContain("half");
  });
});

describe("a start is refused, with one clear line,", () => {
  test("by a database that a newer release has changed, which stays unchanged", async () => {
    const file = path.join(aFolder(), "courier.db");
    await startAndStop(file, aRelease({ "9001_note": "CREATE TABLE notes (id text)" }));
    await refused(
      file,
      /^The database .+ is newer than this code \(version \d+, known up to \d+\)\. Start the newer release\.$/,
    );
    expect(tablesOf(file)).toContain("notes");
  });

  test("by another program's database, which stays unchanged", async () => {
    const file = path.join(aFolder(), "recipes.db");
    edit(file, "CREATE TABLE recipes (id text)");
    const before = readFileSync(file);
    await refused(file, /^The database .+ belongs to another program\. Choose another DATABASE_URL\.$/);
    expect(readFileSync(file)).toEqual(before);
  });

  test("by a file that isn't a database, which stays unchanged", async () => {
    const file = path.join(aFolder(), "notes.txt");
    writeFileSync(file, "Phone the customer back about waybill TH 482 109 375 3.\n".repeat(50));
    const before = readFileSync(file);
    await refused(file, /^The file .+ isn't a SQLite database\. Choose another DATABASE_URL\.$/);
    expect(readFileSync(file)).toEqual(before);
  });

  test("by a missing folder", async () => {
    await refused(
      path.join(aFolder(), "nowhere", "courier.db"),
      /^The database .+ can't be opened: .+\. Only the user/,
    );
  });
});

describe("the first rows", () => {
  test("load once: staff's changes and deletions stay", async () => {
    const file = path.join(aFolder(), "courier.db");
    await startAndStop(file);
    edit(file, "UPDATE boxes SET cost_cents = 999 WHERE id = 'flyer-bag'; DELETE FROM boxes WHERE id = 'stock-2'");
    await startAndStop(file);
    expect(rows(file, "SELECT cost_cents FROM boxes WHERE id IN ('flyer-bag', 'stock-2')")).toEqual([
      { cost_cents: 999 },
    ]);
  });

  test("open no account: nobody knows a name and a password from the start", async () => {
    const file = path.join(aFolder(), "courier.db");
    await startAndStop(file);
    expect(rows(file, "SELECT count(*) AS users FROM users")).toEqual([{ users: 0 }]);
  });

  test("a row that a newer release adds is loaded beside what staff changed", async () => {
    const file = path.join(aFolder(), "courier.db");
    await startAndStop(file);
    edit(file, "UPDATE boxes SET cost_cents = 999 WHERE id = 'flyer-bag'");
    const release = aRelease({});
    appendFileSync(path.join(release, "db/seed/boxes.csv"), "crate,Crate,100,80,60,50000,9900,90,true,box,\n");
    await startAndStop(file, release);
    expect(rows(file, "SELECT id, cost_cents FROM boxes WHERE id IN ('flyer-bag', 'crate') ORDER BY id")).toEqual([
      { id: "crate", cost_cents: 9900 },
      { id: "flyer-bag", cost_cents: 999 },
    ]);
  });

  test("if a row can't be read, nothing of its file is loaded", async () => {
    const release = aRelease({});
    appendFileSync(path.join(release, "db/seed/boxes.csv"), "crate,Crate,wide,80,60,50000,9900,90,true,box,\n");
    const file = path.join(aFolder(), "courier.db");
    await expect(startAndStop(file, release)).rejects.toThrow('"length_cm"');
    expect(rows(file, "SELECT id FROM boxes")).toEqual([]);
  });
});

test("times are stored as UTC ISO 8601 text, which sorts correctly", async () => {
  const file = path.join(aFolder(), "courier.db");
  await startAndStop(file);
  expect(rows(file, "SELECT loaded_at FROM seed_loads LIMIT 1")).toEqual([
    { loaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ]);
});

async function startAndStop(file: string, release = "."): Promise<void> {
  // Threads have no folder of their own.
  const home = vi.spyOn(process, "cwd").mockReturnValue(path.resolve(release));
  try {
    await (await openStore(file)).close();
  } finally {
    home.mockRestore();
  }
}

async function refused(file: string, line: RegExp): Promise<void> {
  await expect(openStore(file)).rejects.toMatchObject({ name: "StoreError", message: expect.stringMatching(line) });
}

function edit(file: string, statements: string): void {
  const staff = new Database(file);
  staff.exec(statements);
  staff.close();
}

function rows(file: string, query: string): unknown[] {
  const staff = new Database(file, { readonly: true });
  try {
    return staff.prepare(query).all();
  } finally {
    staff.close();
  }
}

function tablesOf(file: string): string[] {
  return rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => (row as { name: string }).name);
}
