import { expect, test } from "vitest";
import { aDayOfCalls } from "../support/a-day-of-calls";
import { aDesk } from "../support/a-desk";
import { anOffice } from "../support/an-office";

test("52 calls of one day: what the clerk types, and what each comes to", async () => {
  const office = await anOffice();
  const calls = await aDayOfCalls(office);
  const desk = aDesk(office);
  expect(calls).toHaveLength(52);
  for (const [at, [question, typed, answer]] of calls.entries()) {
    const said = await desk.ask(...typed).catch((error: Error) => ({ kind: "refused", why: [error.message] }));
    expect(JSON.stringify(said), `${at + 1}. ${question}`).toMatch(answer);
  }
  desk.leave();
});
