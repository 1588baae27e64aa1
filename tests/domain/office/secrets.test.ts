import { expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { accountData } from "#app/domain/people/account-data.server";
import { isPostgres } from "#db/dialect";
import { users } from "#db/schema/accounts";
import { officeFactors, officePeople, officeSessions } from "#db/schema/office-people";
import { secretColumns } from "#db/secret-columns";
import { staffViewFiles } from "#db/staff-views.server";
import { aDesk } from "../../support/a-desk";
import { anOffice, asStaff } from "../../support/an-office";
import { freshForStaff } from "../../support/store-place";

const now = new Date();
const EMAIL = "thandi@example.co.za";
const MARK = "never-to-be-seen";

test("what people sign in with is in no view, no export and no copy", async () => {
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
    await tx.insert(officeSessions).values({ ...times, id: MARK, personId: "p", browser: "Firefox" });
  });
  const desk = aDesk(office);
  const { views } = desk.desk;
  for (const view of views.names()) expect(JSON.stringify(await views.read(view)), view).not.toContain(MARK);
  const columns = Object.values(secretColumns).flat();
  expect(columns).toEqual(expect.arrayContaining(["password_hash", "key_sealed", "code_hash"]));
  for (const column of columns) expect(staffViewFiles().join("\n")).not.toContain(column);

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
