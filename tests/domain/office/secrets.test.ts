import { readdirSync } from "node:fs";
import path from "node:path";
import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { accountData } from "#app/domain/people/account-data.server";
import { isPostgres } from "#db/dialect";
import { users } from "#db/schema/accounts";
import { officeFactors, officePeople, officeSessions } from "#db/schema/office-people";
import { webhookEndpoints } from "#db/schema/webhooks";
import { secretColumns } from "#db/secret-columns";
import { staffViewFiles } from "#db/staff-views.server";
import { aDesk } from "../../support/a-desk";
import { anOffice, asStaff } from "../../support/an-office";
import { freshForStaff } from "../../support/store-place";

const schema: object[] = await Promise.all(
  readdirSync("db/schema").map((file) => import(/* @vite-ignore */ path.resolve("db/schema", file))),
);
const tables = schema.flatMap((file) => Object.values(file).filter((each): each is Table => is(each, Table)));
const now = new Date();
const EMAIL = "thandi@example.co.za";
const MARK = "never-to-be-seen";

test("what people sign in with, and what signs our calls, is in no view, no export and no copy", async () => {
  const office = await anOffice();
  const { account } = await office.joined(EMAIL, now);
  await office.store.tx(async (tx) => {
    await proveAddress(tx, account.uid, EMAIL, now);
    await tx.update(users).set({ passwordHash: MARK });
    const row = { id: "p", name: "Thandi Nkosi", email: EMAIL, officeRight: "manager", addedAt: now } as const;
    await tx.insert(officePeople).values({ ...row, passwordHash: MARK });
    const factor = { personId: "p", createdAt: now };
    await tx.insert(officeFactors).values({ ...factor, id: "a", kind: "app", keySealed: MARK });
    await tx.insert(officeFactors).values({ ...factor, id: "r", kind: "recovery code", codeHash: MARK });
    const times = { createdAt: now, lastSeenAt: now, expiresAt: now, codeAt: now };
    const webhook = {
      uid: account.uid,
      url: "https://shop.example/thuma",
      secret: MARK,
      previousSecret: MARK,
      madeAt: now,
    };
    await tx.insert(webhookEndpoints).values({ ...webhook, id: "w" });
    await tx.insert(officeSessions).values({ ...times, id: MARK, personId: "p", browser: "Firefox" });
  });
  const desk = aDesk(office);
  const { views } = desk.desk;
  for (const view of views.names()) expect(JSON.stringify(await views.read(view)), view).not.toContain(MARK);
  const columns = Object.values(secretColumns).flat();
  expect(columns).toEqual(expect.arrayContaining(["password_hash", "key_sealed", "code_hash"]));
  const sql = staffViewFiles().join("\n").replace(/--.*/g, "");
  for (const column of columns) expect(sql).not.toMatch(new RegExp(`\\b${column}\\b`));
  // A new column that its name calls secret is one, or is listed here with what makes it harmless.
  const named = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ name }) => /secret|hash|sealed|password|token/.test(name))
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  const harmless = [
    // Hashes of long random texts, which say nothing of them.
    ...["action_links.code_hash", "api_keys.key_hash"],
    // They tell equal forms and requests from others.
    ...["quotes.form_hash", "api_answers.request_hash"],
    "outgoing_mails.is_secret",
  ];
  const secret = Object.entries(secretColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  expect(named.toSorted()).toEqual([...secret, ...harmless].toSorted());

  const exported = await desk.ask("export", "customer", EMAIL);
  expect(JSON.stringify(exported)).toContain("Thandi Nkosi");
  expect(JSON.stringify(exported)).not.toContain(MARK);
  const known = (await accountById(office.store.read, account.uid)) ?? expect.fail("no account");
  expect(JSON.stringify(await accountData(office.store.read, known, now))).not.toContain(MARK);
  desk.leave();

  // On SQLite staff read the database itself; with PostgreSQL a copy.
  if (!isPostgres) return;
  const copy = freshForStaff(office.file);
  for (const [table, secret] of Object.entries(secretColumns)) {
    const rows = asStaff<Record<string, string | null>>(copy, `SELECT ${secret.join(", ")} FROM ${table}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(MARK);
  }
});
