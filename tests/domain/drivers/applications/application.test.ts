import { describe, expect, test } from "vitest";
import { applicationSchema, fingerprintOf } from "#app/domain/drivers/applications/application.server";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { numberIn, referenceNumber } from "#app/domain/values/reference-number";
import { aTypedApplication } from "./an-application";

const now = new Date("2026-11-21T10:00:00Z");

function check(changes: Record<string, string> = {}) {
  const typed = aTypedApplication(changes);
  return applicationSchema(typed, now).safeParse(typed);
}

/** The error beside each field. */
function complaints(changes: Record<string, string>): Record<string, string> {
  const issues = check(changes).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

test("an application as people type it is stored in one spelling", () => {
  expect(check().data).toMatchObject({
    cell: "+27821234567",
    id_number: "8001015009087",
    vehicle_year: 2015,
    vehicleKm: 120_000,
    vehicle_registration: "ABC 123 GP",
  });
});

test("every question needs an answer, and each shows its error at once", () => {
  const fields = Object.keys(aTypedApplication());
  const blank = Object.fromEntries(fields.map((name) => [name, "  "]));
  const messages = complaints({ ...blank, experience: "Yes", vehicleTracking: "Yes" });
  const expected = fields.filter((name) => name !== "experience" && name !== "vehicleTracking");
  expect(Object.keys(messages).sort()).toEqual(expected.sort());
  expect(Object.values(messages).every((words) => words.endsWith("is required"))).toBe(true);
});

test("an empty POST is refused field by field, without an exception", () => {
  const issues = applicationSchema({}, now).safeParse({}).error?.issues ?? [];
  expect(issues).toHaveLength(19);
  expect(issues.every(({ message }) => message.endsWith("is required"))).toBe(true);
});

describe("a conditional question", () => {
  test("counts when the answer before it is Yes", () => {
    expect(complaints({ lastexperience: "", vehicleTrackingCompany: "" })).toEqual({
      lastexperience: "Courier company is required",
      vehicleTrackingCompany: "Tracking company is required",
    });
  });

  test("isn't asked after No, and its hidden field's value is dropped", () => {
    const application = check({ experience: "No", vehicleTracking: "No" }).data;
    expect(application).toMatchObject({ lastexperience: "", vehicleTrackingCompany: "" });
  });
});

test.each(["120 000", "120000 km", "120,000", "120.000", " 120 000KM "])("%j is 120 000 kilometres", (vehicleKm) => {
  expect(check({ vehicleKm }).data?.vehicleKm).toBe(120_000);
});

test.each(["-5", "many", "1.5", "3 000 000", "12,34"])("%j isn't what an odometer shows", (vehicleKm) => {
  expect(Object.keys(complaints({ vehicleKm }))).toEqual(["vehicleKm"]);
});

test("a vehicle is from 1950 at the earliest, from next year at the latest", () => {
  expect(check({ vehicle_year: "1950" }).success).toBe(true);
  expect(check({ vehicle_year: "20 27" }).success).toBe(true);
  const words = "Vehicle year must be a year between 1950 and 2027";
  expect(complaints({ vehicle_year: "1949" })).toEqual({ vehicle_year: words });
  expect(complaints({ vehicle_year: "2028" })).toEqual({ vehicle_year: words });
  expect(complaints({ vehicle_year: "new" })).toEqual({ vehicle_year: words });
});

test("the next year starts at midnight in South Africa", () => {
  const typed = aTypedApplication({ vehicle_year: "2028" });
  const justBefore = new Date("2026-12-31T21:59:59Z");
  const midnight = new Date("2026-12-31T22:00:00Z");
  expect(applicationSchema(typed, justBefore).safeParse(typed).success).toBe(false);
  expect(applicationSchema(typed, midnight).safeParse(typed).success).toBe(true);
});

test.each([
  [{ cell: "082 123" }, "Cell number must have at least 7 digits"],
  [{ cell: "082 1234" }, "Cell number must be one that we can phone, such as 082 123 4567"],
  [{ from_email: "thandi" }, "Email must look like name@example.co.za"],
  [{ id_number: "800101" }, "ID number must have 13 digits"],
  [{ id_number: "8013015009087" }, "ID number must begin with a date of birth, year first"],
  [{ id_number: "8001015009088" }, "ID number has a typing mistake: please check it against your ID"],
  [{ currentprovince: "Transvaal" }, "The province you live in must be chosen from the list"],
  [{ OwnerDriver: "Perhaps" }, "Owner driver must be chosen from the list"],
  [{ from_name: "x".repeat(61) }, "First name must be at most 60 characters"],
])("%j gets one plain sentence", (changes, words) => {
  expect(Object.values(complaints(changes))).toEqual([words]);
});

test("a vehicle may be called 3", () => {
  expect(check({ vehicle_make: "Mazda", vehicle_model: "3" }).success).toBe(true);
});

test("equal answers have equal fingerprints, whatever their spaces", () => {
  const print = (changes: Record<string, string>) => {
    const { data } = check(changes);
    if (!data) throw new Error("the application was refused");
    return fingerprintOf(data);
  };
  expect(print({ from_name: " Thandi ", cell: "+27 82 123 4567" })).toBe(print({}));
  expect(print({ from_name: "Thando" })).not.toBe(print({}));
});

test("an application number can be read out, and mistakes are detected", () => {
  const reference = referenceNumber("D", "4821093");
  expect(reference).toMatch(/^D4821093\d$/);
  expect(spokenApplicationNumber(reference)).toMatch(/^D 4821 093\d$/);
  expect(numberIn(spokenApplicationNumber(reference).toLowerCase(), "application")).toBe(reference);
  expect(numberIn(reference.replace("48", "84"), "application")).toBeNull();
});
