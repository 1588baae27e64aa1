import { createHash } from "node:crypto";
import { isPostgresUrl } from "../dialect";
import { StoreError } from "../store-error";
import { postgresSource, postgresTarget } from "./postgres-side.server";
import type { Side, Table } from "./side";
import { sqliteSource, sqliteTarget } from "./sqlite-side.server";

export type Copied = { table: string; rows: number; wasThere: boolean };

/**
 * Copies all tables from a SQLite database to a PostgreSQL one or back, and compares each table afterwards. An
 * interrupted copy can be continued: existing rows stay.
 * @param from, to the path of a SQLite file, or the address of a PostgreSQL database; one of each
 * @throws StoreError when a table differs in the end, or when either isn't of this release
 */
export async function copyDatabase(from: string, to: string, now: Date, report: (done: Copied) => void): Promise<void> {
  if (isPostgresUrl(from) === isPostgresUrl(to))
    throw new StoreError("One of the two must be a SQLite file, the other a PostgreSQL database.");
  const source = isPostgresUrl(from) ? await postgresSource(from) : sqliteSource(from);
  try {
    const target = isPostgresUrl(to) ? await postgresTarget(to) : sqliteTarget(to, now);
    try {
      for (const table of await tablesOf(source, target)) report(await copyTable(source, target, table));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** In the SQLite side's order, in which each table comes after those that it refers to. */
async function tablesOf(source: Side, target: Side): Promise<Table[]> {
  const [of, other] = [await source.tables(), await target.tables()];
  const ordered = source.name.startsWith("PostgreSQL") ? other : of;
  const names = (tables: Table[]) => tables.map(({ name }) => name).toSorted();
  const missing = names(of).filter((name) => !names(other).includes(name));
  if (missing.length > 0) throw new StoreError(`${target.name} has no table ${missing.join(", ")}.`);
  return ordered;
}

async function copyTable(source: Side, target: Side, table: Table): Promise<Copied> {
  const wanted = await sumOf(source, table);
  const wasThere = same(wanted, await sumOf(target, table));
  if (!wasThere) {
    for await (const rows of source.rows(table, "written")) await target.add(table, rows);
    const got = await sumOf(target, table);
    if (!same(wanted, got))
      throw new StoreError(
        `${table.name} differs after the copy: ${wanted.rows} rows in ${source.name}, ${got.rows} in ${target.name}, checksums ${wanted.sum.slice(0, 12)} and ${got.sum.slice(0, 12)}. Empty the target and begin again.`,
      );
  }
  return { table: table.name, rows: wanted.rows, wasThere };
}

type Sum = { rows: number; sum: string };

function same(one: Sum, other: Sum): boolean {
  return one.rows === other.rows && one.sum === other.sum;
}

/** A table's number of rows, and a checksum over all of them in key order. */
export async function sumOf(side: Side, table: Table): Promise<Sum> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const rows of side.rows(table, "key")) {
    count += rows.length;
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  }
  return { rows: count, sum: hash.digest("hex") };
}
