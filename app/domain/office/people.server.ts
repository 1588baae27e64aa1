import { and, asc, eq, isNull } from "drizzle-orm";
import { officePeople } from "#db/schema/office-people";
import type { Reader } from "#db/store.server";

/** Each includes the ones before it. */
export const rights = officePeople.officeRight.enumValues;
export type Right = (typeof rights)[number];

/** Whether somebody with a right may do what needs this one. */
export function hasRight(right: Right, need: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(need);
}

/** What each may do, beyond those before it. */
const mayDo: Record<Right, string> = {
  reader: "looks things up",
  clerk: "also marks, agrees, changes and cancels",
  cashier: "also notes payments and refunds",
  manager: "also changes prices, deletes customers' data, and adds people and drivers",
};
export const rightsInWords = rights.map((right) => `A ${right} ${mayDo[right]}.`).join(" ");

/** Somebody who is signed in to the office. */
export type OfficePerson = { id: string; name: string; email: string; right: Right };

export type OfficeRow = typeof officePeople.$inferSelect;

export function asPerson({ id, name, email, officeRight }: OfficeRow): OfficePerson {
  return { id, name, email, right: officeRight };
}

/** How the record names a person. */
export function inRecord({ name, email }: Pick<OfficePerson, "name" | "email">): string {
  return `${name} <${email}>`;
}

/** The person with this email, as it is stored; null if there is none. */
export async function personWithEmail(store: Reader, email: string): Promise<OfficeRow | null> {
  const [person] = await store.select().from(officePeople).where(eq(officePeople.email, email));
  return person ?? null;
}

/** Whether nobody was ever given the office. */
export async function isNobodyThere(store: Reader): Promise<boolean> {
  const [anybody] = await store.select({ id: officePeople.id }).from(officePeople).limit(1);
  return anybody === undefined;
}

/** Somebody who isn't blocked, by id. */
export async function activePerson(store: Reader, id: string): Promise<OfficeRow | null> {
  const isThem = and(eq(officePeople.id, id), isNull(officePeople.blockedAt));
  const [person] = await store.select().from(officePeople).where(isThem);
  return person ?? null;
}

/** Everybody who isn't blocked, by name. */
export async function peopleOfOffice(store: Reader): Promise<OfficeRow[]> {
  return store.select().from(officePeople).where(isNull(officePeople.blockedAt)).orderBy(asc(officePeople.name));
}
