import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { promises } from "#db/schema/promises";
import { waybills } from "#db/schema/waybills";
import type { Reader, Tx } from "#db/store.server";
import { saClock } from "../values/sa-time";
import { promiseKinds, type StoredPromise, type ToldWhenOver } from "./promise-kinds";

export type StoredUntil = typeof promises.$inferSelect;

/**
 * Stores by when we told people that something is done: call it where they are told. The same kind about the same thing
 * takes the place of the one before.
 * @param until a South African time: `2026-12-09 12:00`
 * @param words what the office told the people of a parcel
 */
export async function promise(
  tx: Tx,
  kind: StoredPromise,
  about: string,
  { until, words = null }: { until: string; words?: string | null },
  now: Date,
): Promise<void> {
  const said = { until, words, madeAt: now, overToldAt: null };
  await tx
    .insert(promises)
    .values({ kind, about, ...said })
    .onConflictDoUpdate({ target: [promises.kind, promises.about], set: said });
}

/** What was said of these kinds about these things, whether it is kept or not. */
export async function promisesAbout(
  store: Reader,
  kinds: readonly StoredPromise[],
  about: readonly string[],
): Promise<StoredUntil[]> {
  if (about.length === 0) return [];
  return store
    .select()
    .from(promises)
    .where(and(inArray(promises.kind, [...kinds]), inArray(promises.about, [...about])));
}

/** Takes back what was said; nobody hears of it. */
export async function promiseNoMore(tx: Tx, kind: StoredPromise, about: string): Promise<void> {
  await tx.delete(promises).where(and(eq(promises.kind, kind), eq(promises.about, about)));
}

/** All that was said about these things. */
export async function promisesOf(store: Reader, about: readonly string[]): Promise<StoredUntil[]> {
  return store
    .select()
    .from(promises)
    .where(inArray(promises.about, [...about]));
}

/** By when it was said; null if it never was. */
export async function promisedUntil(store: Reader, kind: StoredPromise, about: string): Promise<string | null> {
  return (await promisesAbout(store, [kind], [about]))[0]?.until ?? null;
}

/** Those whose time is over and of which nobody has been told so, the oldest first: of kinds that tell it themselves. */
export async function overAndNotTold(store: Reader, now: Date, atMost: number): Promise<StoredUntil[]> {
  const isUntold = and(sql`${promises.overToldAt} is null`, lt(promises.until, saClock(now)));
  return store
    .select()
    .from(promises)
    .where(and(isUntold, inArray(promises.kind, toldWhenOver)))
    .orderBy(promises.until, promises.about)
    .limit(atMost);
}

const toldWhenOver = Object.entries(promiseKinds).flatMap(([kind, { over }]) =>
  over === "told once" ? [kind as ToldWhenOver] : [],
);

/** Notes that people were told that we are late, or that it was kept. Returns whether nobody had noted it before. */
export async function notedAsOver(tx: Tx, { kind, about, until }: StoredUntil, now: Date): Promise<boolean> {
  const isThis = and(eq(promises.kind, kind), eq(promises.about, about), eq(promises.until, until));
  const noted = await tx
    .update(promises)
    .set({ overToldAt: now })
    .where(and(isThis, sql`${promises.overToldAt} is null`))
    .returning({ about: promises.about });
  return noted.length > 0;
}

/** Deletes what was said about bookings that are being anonymised: the office's words may name somebody. */
export async function forgetPromises(tx: Tx, quoteIds: string[]): Promise<void> {
  const theirs = tx.select({ waybillNo: waybills.waybillNo }).from(waybills).where(inArray(waybills.quoteId, quoteIds));
  await tx.delete(promises).where(or(inArray(promises.about, quoteIds), inArray(promises.about, theirs)));
}

/** Deletes what was over long ago. */
export async function forgetOldPromises(tx: Tx, before: Date): Promise<void> {
  await tx.delete(promises).where(lte(promises.until, saClock(before)));
}
