import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject, onTestFinished } from "vitest";
import { isPostgres } from "#db/dialect";
import { openStore, type Store } from "#db/store.server";
import { forAllTests, forEachTest } from "./for-tests";
import { removePlace, storePlace } from "./store-place";

/** An empty folder, removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new database, migrated and seeded as `npm start` does it. Closed after the test. */
export async function aStore(file = path.join(aFolder(), "courier.db")): Promise<Store> {
  placeDatabase(file);
  const store = await openStore(await storePlace(file));
  onTestFinished(async () => {
    await store.close();
    removePlace(file);
  });
  return store;
}

/** A new database for each test of a file. */
export const storeForEachTest = () => forEachTest(aStore);

/** The database of a site that all tests of a file share, opened beside it. */
export function storeOfSite(site: { dataDir: string }): Store {
  return forAllTests(
    async () => openStore(await storePlace(path.join(site.dataDir, "courier.db"))),
    (store) => store.close(),
  );
}

/** Creates a migrated and seeded database there, unless there is one. On PostgreSQL the first start does this. */
export function placeDatabase(file: string): void {
  if (!isPostgres && !existsSync(file)) copyFileSync(inject("newDatabase"), file);
}
