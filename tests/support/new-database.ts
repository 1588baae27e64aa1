import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { isPostgres } from "#db/dialect";
import { openStore } from "#db/store.server";
import { newPlace } from "./store-place";

declare module "vitest" {
  interface ProvidedContext {
    newDatabase: string;
  }
}

/**
 * Creates one database before all tests, as the first start does. Each test starts with a copy, which takes a tenth of
 * the time.
 */
export async function setup({ provide }: TestProject): Promise<() => void> {
  if (isPostgres) {
    const place = await newPlace();
    await (await openStore(place)).close();
    await knowJsonExtract(place);
    return () => undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-new-"));
  const file = path.join(folder, "courier.db");
  await (await openStore(file)).close();
  chmodSync(file, 0o600);
  provide("newDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** SQLite's function, for queries that run on either database. */
async function knowJsonExtract(place: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query(`CREATE OR REPLACE FUNCTION json_extract(document json, path text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT document #>> string_to_array(substr(path, 3), '.') $$`);
  await client.end();
}
