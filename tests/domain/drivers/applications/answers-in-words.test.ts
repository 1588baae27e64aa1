import { expect, test } from "vitest";
import { type Application, applicationSchema } from "#app/domain/drivers/applications/application.server";
import { answersInWords } from "#app/domain/drivers/applications/application-email";
import { aTypedApplication } from "./an-application";

const now = new Date("2026-11-21T10:00:00Z");

test("staff see every answer of an applicant, and after a Yes the next question's", () => {
  const application = anApplication({});
  const facts = Object.fromEntries(answersInWords(application));
  expect(facts).toMatchObject({
    "Lives in": "Katlehong, Gauteng",
    "Courier experience": "Yes: Kasi Runners",
    Vehicle: "Toyota Hilux, 2015",
    Tracking: "Yes: Tracker",
  });
  const text = Object.values(facts).join(" ");
  expect(Object.values(application).filter((answer) => !text.includes(String(answer)))).toEqual([]);
});

test("a No has nothing added to it", () => {
  const facts = Object.fromEntries(answersInWords(anApplication({ experience: "No", vehicleTracking: "No" })));
  expect([facts["Courier experience"], facts.Tracking]).toEqual(["No", "No"]);
});

function anApplication(changes: Record<string, string>): Application {
  const typed = aTypedApplication(changes);
  return applicationSchema(typed, now).parse(typed);
}
