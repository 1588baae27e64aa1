import { asc, eq, inArray } from "drizzle-orm";
import { bookingNotes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { newId } from "../../values/ids.server";

export type BookingNote = typeof bookingNotes.$inferSelect;

/** In characters: enough for a sentence to the driver. */
export const LONGEST_NOTE = 300;

/** Adds a note about a booking, for staff only. Repeating the last note adds nothing. */
export async function noteBooking(
  tx: Tx,
  { id = newId(), quoteId, who, note }: Pick<BookingNote, "quoteId" | "who" | "note"> & { id?: string },
  now: Date,
): Promise<{ added: boolean }> {
  if ((await notesOf(tx, quoteId)).at(-1)?.note === note) return { added: false };
  await tx.insert(bookingNotes).values({ id, quoteId, who, note, notedAt: now });
  return { added: true };
}

/** Staff's notes about bookings, oldest first. */
export async function notesOf(store: Reader, ...quoteIds: string[]): Promise<BookingNote[]> {
  return store
    .select()
    .from(bookingNotes)
    .where(inArray(bookingNotes.quoteId, quoteIds))
    .orderBy(asc(bookingNotes.notedAt));
}

/** Removes a note, if there is one with this id. */
export async function dropNote(tx: Tx, id: string): Promise<void> {
  await tx.delete(bookingNotes).where(eq(bookingNotes.id, id));
}

/** Removes the last note and returns it; null if there is none. */
export async function dropLastNote(tx: Tx, quoteId: string): Promise<BookingNote | null> {
  const last = (await notesOf(tx, quoteId)).at(-1);
  if (last) await tx.delete(bookingNotes).where(eq(bookingNotes.id, last.id));
  return last ?? null;
}

/** Deletes the notes of bookings that are being anonymised: a note may contain personal data. */
export async function forgetNotes(tx: Tx, quoteIds: string[]): Promise<void> {
  await tx.delete(bookingNotes).where(inArray(bookingNotes.quoteId, quoteIds));
}
