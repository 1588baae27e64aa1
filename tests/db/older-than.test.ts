import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { olderThan } from "#db/older-than.server";
import { quotes } from "#db/schema/quotes";
import { anOffice } from "../support/an-office";

const noon = new Date("2026-11-23T10:00:00Z");

test.skipIf(isPostgres)("a page of older rows begins in the index where the last ended", async () => {
  const { store, staff } = await anOffice();
  const { uid, createdAt, id } = quotes;
  const page = store.read
    .select({ id })
    .from(quotes)
    .where(and(eq(uid, "u"), olderThan(createdAt, id, { at: noon, id: "q" })))
    .orderBy(desc(createdAt), desc(id))
    .toSQL();
  const values = page.params.map((value) => `'${value}'`);
  const asked = page.sql.replaceAll("?", () => values.shift() ?? expect.fail("a value too few"));
  const plan = staff<{ detail: string }>(`EXPLAIN QUERY PLAN ${asked}`).map(({ detail }) => detail);
  expect(plan[0]).toBe("SEARCH quotes USING INDEX quotes_by_uid (uid=? AND created_at<?)");
});

test("of rows of one moment those with a smaller id are older, and the row itself isn't", async () => {
  const office = await anOffice();
  const made = [];
  for (const at of [noon, noon, noon, new Date(noon.getTime() - 1)]) made.push(await office.quote({}, at));
  const rows = await office.store.read.select().from(quotes).orderBy(desc(quotes.createdAt), desc(quotes.id));
  for (const [n, last] of rows.entries()) {
    const older = await office.store.read
      .select({ id: quotes.id })
      .from(quotes)
      .where(olderThan(quotes.createdAt, quotes.id, { at: last.createdAt, id: last.id }));
    expect(older).toHaveLength(rows.length - n - 1);
  }
  expect(rows).toHaveLength(made.length);
});
