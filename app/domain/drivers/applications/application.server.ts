import * as z from "zod";
import type { driverApplications } from "#db/schema/drivers";
import { emailLine, optionalLine, phoneLine } from "../../form/text-rules";
import { normalisePhone } from "../../values/phone.server";
import { saDay } from "../../values/sa-time";
import { sha256 } from "../../values/sha256.server";
import { origins, provinces } from "./provinces";
import { readIdNumber } from "./sa-id-number";

const OLDEST_VEHICLE = 1950;
const MOST_KM = 2_000_000;
const LONGEST_NAME = 60;
const LONGEST_PLACE = 120;
const LONGEST_VEHICLE_WORD = 40;
const LONGEST_REGISTRATION = 15;

/** The posted answers that decide whether the two conditional questions are asked. */
type Posted = { experience?: string; vehicleTracking?: string };

/**
 * An owner-driver application (specification sections 3 and 5). Every question needs an answer; the courier company
 * only from people with experience, the tracking company only if tracking is installed.
 */
export function applicationSchema(posted: Posted, now: Date) {
  return z.object({
    from_name: oneLine("First name", LONGEST_NAME),
    from_surname: oneLine("Surname", LONGEST_NAME),
    from_email: emailLine("Email"),
    cell: phoneLine("Cell number").pipe(
      translated(normalisePhone, () => "Cell number must be one that we can phone, such as 082 123 4567"),
    ),
    id_number: oneLine("ID number", LONGEST_NAME).pipe(idNumber),
    residence: oneLine("Where you live", LONGEST_PLACE),
    currentprovince: choice("The province you live in", provinces),
    originprovince: choice("The province you come from", origins),
    referer: oneLine("How you heard of us", LONGEST_PLACE),
    OwnerDriver: yesOrNo("Owner driver"),
    experience: yesOrNo("Courier experience"),
    lastexperience: posted.experience === "Yes" ? oneLine("Courier company", LONGEST_PLACE) : unasked,
    delivery_location: oneLine("Where you want to deliver", LONGEST_PLACE),
    vehicle_make: oneLine("Vehicle make", LONGEST_VEHICLE_WORD),
    vehicle_model: oneLine("Vehicle model", LONGEST_VEHICLE_WORD),
    vehicle_year: oneLine("Vehicle year", LONGEST_VEHICLE_WORD).pipe(vehicleYear(now)),
    vehicleKm: oneLine("Kilometres", LONGEST_VEHICLE_WORD).pipe(kilometres),
    vehicleCanopy: yesOrNo("Canopy"),
    vehicle_registration: oneLine("Registration number", LONGEST_REGISTRATION).transform((typed) =>
      typed.toUpperCase(),
    ),
    vehicleTracking: yesOrNo("Vehicle tracking"),
    vehicleTrackingCompany: posted.vehicleTracking === "Yes" ? oneLine("Tracking company", LONGEST_PLACE) : unasked,
  });
}

export type Application = z.infer<ReturnType<typeof applicationSchema>>;
export type StoredApplication = typeof driverApplications.$inferSelect;

/** The answers as text, by the names of their form fields. */
export function answersAsText(application: StoredApplication): Record<string, string> {
  const names = Object.keys(applicationSchema({}, application.answeredAt).shape) as (keyof Application)[];
  return Object.fromEntries(names.map((name) => [name, String(application[name])]));
}

/** The same fingerprint for equal applications. */
export function fingerprintOf(application: Application): string {
  return sha256(JSON.stringify(application));
}

/** One line of at least one character: "Mazda 3" is a valid vehicle. */
function oneLine(label: string, max: number) {
  return optionalLine(label, max).pipe(z.string().min(1, `${label} is required`));
}

/** A question that wasn't asked. Whatever a hidden field still holds is ignored. */
const unasked = z
  .unknown()
  .optional()
  .transform(() => "");

function choice<const Choices extends readonly [string, ...string[]]>(label: string, choices: Choices) {
  return optionalLine(label, LONGEST_PLACE).pipe(
    z.enum(choices, {
      error: ({ input }) => (input === "" ? `${label} is required` : `${label} must be chosen from the list`),
    }),
  );
}

function yesOrNo(label: string) {
  return choice(label, ["Yes", "No"]);
}

/** Converts what was typed to our stored form; null is refused with the given message. */
function translated<Stored>(read: (typed: string) => Stored | null, complaint: (typed: string) => string) {
  return z.string().transform((typed, context) => {
    const stored = read(typed);
    if (stored !== null) return stored;
    context.addIssue({ code: "custom", message: complaint(typed) });
    return z.NEVER;
  });
}

const idNumberFaults = {
  length: "ID number must have 13 digits",
  date: "ID number must begin with a date of birth, year first",
  "check digit": "ID number has a typing mistake: please check it against your ID",
} as const;

const idNumber = z.string().transform((typed, context) => {
  const id = readIdNumber(typed);
  if (id.ok) return id.digits;
  context.addIssue({ code: "custom", message: idNumberFaults[id.why] });
  return z.NEVER;
});

/** Next year's models are sold this year. */
function vehicleYear(now: Date) {
  const newest = Number(saDay(now).slice(0, 4)) + 1;
  return translated(
    (typed) => within(typed, OLDEST_VEHICLE, newest),
    () => `Vehicle year must be a year between ${OLDEST_VEHICLE} and ${newest}`,
  );
}

/** Accepts `120 000`, `120,000` and `120 000 km`. */
const kilometres = translated(
  (typed) => within(typed.replace(/ ?km$/i, "").replace(/[.,](?=\d{3}(?!\d))/g, ""), 0, MOST_KM),
  () => "Kilometres must be a whole number, such as 120 000",
);

function within(typed: string, least: number, most: number): number | null {
  const digits = typed.replace(/\s/g, "");
  const number = Number(digits);
  return /^[0-9]+$/.test(digits) && number >= least && number <= most ? number : null;
}
