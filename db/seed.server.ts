import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq, isNull, sql } from "drizzle-orm";
import { parseCsv } from "./csv";
import { boxes, countries, postalAreas, rateKinds, rates } from "./schema/pricing";
import { seedLoads } from "./schema/seed-loads";
import { seedFile } from "./seed-file.server";
import type { Store, Tx } from "./store-types";

type Row = Record<string, string>;

/** The day of the first rate card. Seeded boxes and areas apply from then, and staff's later rows replace them. */
const SEEDED_FROM = "2026-01-01";

/** How the rows of each seed file are inserted. An existing row stays as staff left it. */
const seeds: Record<string, (tx: Tx, rows: Row[]) => Promise<unknown>> = {
  boxes: (tx, rows) =>
    tx
      .insert(boxes)
      .values(
        rows.map((row) => ({
          id: read(row, "id"),
          validFrom: SEEDED_FROM,
          name: read(row, "name"),
          lengthCm: whole(row, "length_cm"),
          widthCm: whole(row, "width_cm"),
          heightCm: whole(row, "height_cm"),
          maxWeightGrams: whole(row, "max_weight_grams"),
          costCents: whole(row, "cost_cents"),
          sortOrder: whole(row, "sort_order"),
          active: yes(row, "active"),
          picture: read(row, "picture"),
          example: row.example ?? "",
        })),
      )
      .onConflictDoNothing(),
  postal_areas: (tx, rows) =>
    tx
      .insert(postalAreas)
      .values(
        rows.map((row) => ({
          id: `${read(row, "from_code")}-${read(row, "to_code")}`,
          validFrom: SEEDED_FROM,
          fromCode: read(row, "from_code"),
          toCode: read(row, "to_code"),
          town: read(row, "town"),
          province: read(row, "province"),
          region: read(row, "region"),
          zone: read(row, "zone"),
          served: yes(row, "served"),
          latitude: degrees(row, "latitude"),
          longitude: degrees(row, "longitude"),
        })),
      )
      // Areas from before the points were known get them.
      .onConflictDoUpdate({
        target: [postalAreas.id, postalAreas.validFrom],
        set: { latitude: sql`excluded.latitude`, longitude: sql`excluded.longitude` },
        setWhere: isNull(postalAreas.latitude),
      }),
  rates: (tx, rows) =>
    tx
      .insert(rates)
      .values(
        rows.map((row) => ({
          kind: rateKinds.find((kind) => kind === row.kind) ?? missing("kind"),
          rateKey: read(row, "rate_key"),
          validFrom: read(row, "valid_from"),
          amountCents: row.amount_cents ? whole(row, "amount_cents") : null,
          basisPoints: row.basis_points ? whole(row, "basis_points") : null,
          leastDays: row.least_days ? whole(row, "least_days") : null,
          mostDays: row.most_days ? whole(row, "most_days") : null,
        })),
      )
      .onConflictDoNothing(),
  countries: (tx, rows) =>
    tx
      .insert(countries)
      .values(
        rows.map((row) => ({
          iso2: read(row, "iso2"),
          name: read(row, "name"),
          numericZone: whole(row, "numeric_zone"),
          zoneLetter: read(row, "zone_letter"),
          served: yes(row, "served"),
        })),
      )
      .onConflictDoNothing(),
};

/** Loads each CSV of `db/seed/`, or the one that another courier has of it (`BRAND_DIR`), that has changed since it was last loaded. */
export async function loadSeeds(store: Store, now: Date): Promise<void> {
  for (const [tableName, insert] of Object.entries(seeds)) {
    const content = readFileSync(seedFile(tableName), "utf8");
    const fingerprint = createHash("sha256").update(content).digest("hex");
    const [last] = await store.read.select().from(seedLoads).where(eq(seedLoads.tableName, tableName));
    if (last?.fingerprint === fingerprint) continue;
    await store.tx(async (tx) => {
      await insert(tx, parseCsv(content));
      await tx
        .insert(seedLoads)
        .values({ tableName, fingerprint, loadedAt: now })
        .onConflictDoUpdate({ target: seedLoads.tableName, set: { fingerprint, loadedAt: now } });
    });
  }
}

function read(row: Row, column: string): string {
  return row[column] || missing(column);
}

function whole(row: Row, column: string): number {
  const number = Number(read(row, column));
  return Number.isSafeInteger(number) ? number : missing(column);
}

/** Null where a cell is blank. */
function degrees(row: Row, column: string): number | null {
  if (!row[column]) return null;
  const number = Number(row[column]);
  return Number.isFinite(number) ? number : missing(column);
}

function yes(row: Row, column: string): boolean {
  return ["true", "1", "yes"].includes(read(row, column));
}

function missing(column: string): never {
  throw new Error(`a seed row has no usable "${column}"`);
}
