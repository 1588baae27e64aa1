import { expect, test } from "vitest";
import { aDayOfCalls } from "../support/a-day-of-calls";
import { aDesk } from "../support/a-desk";
import { documentOf } from "../support/a-whole-document";
import { anOffice } from "../support/an-office";

test("52 calls of one day: what the clerk types, and what each comes to", async () => {
  const office = await anOffice();
  const calls = await aDayOfCalls(office);
  const desk = aDesk(office);
  expect(calls).toHaveLength(52);
  for (const [at, [question, typed, answer]] of calls.entries()) {
    const said = await desk.ask(...typed).catch((error: Error) => ({ kind: "refused" as const, why: [error.message] }));
    const shown = said.kind === "document" ? documentOf(said) : said;
    expect(JSON.stringify(shown), `${at + 1}. ${question}`).toMatch(answer);
  }
  desk.leave();
});
