import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { drivers } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { endSessions, type Holders } from "../accounts/sessions.server";
import { newId } from "../values/ids.server";

export type Driver = typeof drivers.$inferSelect;

/** Whose sessions open drivers' pages: nobody's who is blocked. */
export const driversAtWork: Holders<Driver> = {
  kind: "driver",
  table: drivers,
  id: drivers.id,
  mayComeIn: isNull(drivers.blockedAt),
  as: (driver: Driver) => driver,
};

/**
 * Adds a driver. If the name exists, a blocked driver is unblocked and an active one gets the new phone number.
 * @param phone in our stored form, `+27821234567`
 * @param plate as for `notePlate`; a known driver's stays if it is left out
 */
export async function addDriver(
  tx: Tx,
  {
    name,
    phone,
    applicationNo = null,
    plate,
  }: { name: string; phone: string; applicationNo?: string | null; plate?: string | null },
  now: Date,
): Promise<{ driver: Driver; added: boolean }> {
  const known = await driverCalled(tx, name);
  if (known) {
    const kept = {
      applicationNo: applicationNo ?? known.applicationNo,
      plate: plate === undefined ? known.plate : plate,
    };
    const driver = { ...known, phone, blockedAt: null, ...kept };
    await tx.update(drivers).set(driver).where(eq(drivers.id, known.id));
    return { driver, added: false };
  }
  const driver = { id: newId(), name, phone, applicationNo, addedAt: now, blockedAt: null, plate: plate ?? null };
  await tx.insert(drivers).values(driver);
  return { driver, added: true };
}

/** Notes the end of a driver's number plate, or removes it, and nothing else. The same again changes nothing. */
export async function notePlate(
  tx: Tx,
  { id, plate: before }: Driver,
  plate: string | null,
): Promise<{ added: boolean }> {
  await tx.update(drivers).set({ plate }).where(eq(drivers.id, id));
  return { added: plate !== before };
}

/**
 * The end of a number plate, in capitals: "23 GP". Null unless it is two to four letters and digits, which hardly any whole
 * plate is, with a digit: nearly every car of a province ends in the same letters.
 */
export function plateEnd(typed: string): string | null {
  const end = typed
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, " ");
  return /^[A-Z\d]{2,4}$/.test(end.replaceAll(" ", "")) && /\d/.test(end) ? end : null;
}

/** The driver with this name, in upper or lower case; null if there is none. */
export async function driverCalled(store: Reader, name: string): Promise<Driver | null> {
  const [driver] = await store
    .select()
    .from(drivers)
    .where(eq(sql`lower(${drivers.name})`, name.toLowerCase()));
  return driver ?? null;
}

/** Everybody who drives or has driven for us, by name. */
export async function everyDriver(store: Reader): Promise<Driver[]> {
  return store.select().from(drivers).orderBy(asc(drivers.name));
}

/** Every driver who isn't blocked, by name. */
export async function activeDrivers(store: Reader): Promise<Driver[]> {
  return store.select().from(drivers).where(isNull(drivers.blockedAt)).orderBy(asc(drivers.name));
}

/** Blocks a driver, signs their phone out at once, and erases their number plate. Blocking again changes nothing. */
export async function blockDriver(tx: Tx, driver: Driver, now: Date): Promise<{ added: boolean }> {
  await endSessions(tx, "driver", driver.id);
  const blocked = await tx
    .update(drivers)
    .set({ blockedAt: now, plate: null })
    .where(and(eq(drivers.id, driver.id), isNull(drivers.blockedAt)))
    .returning({ id: drivers.id });
  return { added: blocked.length > 0 };
}
