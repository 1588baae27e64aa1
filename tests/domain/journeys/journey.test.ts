import { describe, expect, test } from "vitest";
import { furthestStep, journeys, mayOpen, position, publicQuote, stepOf } from "#app/domain/journeys/journey";
import type { QuoteState } from "#app/domain/quotes/quote-state.server";
import type { Draft } from "#app/domain/shipments/draft";
import { aDraft } from "../../support/a-booking";

const { id, addresses, parcel } = aDraft();
const drafts: Record<string, Draft> = {
  empty: { id },
  "addresses only": { id, addresses },
  "parcel only": { id, parcel },
  complete: { id, addresses, parcel },
};

/** Which steps open for each draft and quote; the last is where a deep link to any other leads. */
const table: [draft: string, quote: QuoteState, opens: string[]][] = [
  ["empty", "none", ["addresses"]],
  ["empty", "stale", ["addresses"]],
  ["empty", "current", ["addresses"]],
  ["empty", "booked", ["review"]],
  ["addresses only", "none", ["addresses", "parcel"]],
  ["addresses only", "stale", ["addresses", "parcel"]],
  ["addresses only", "current", ["addresses", "parcel"]],
  ["addresses only", "booked", ["review"]],
  ["parcel only", "none", ["addresses"]],
  ["parcel only", "stale", ["addresses"]],
  ["parcel only", "current", ["addresses"]],
  ["parcel only", "booked", ["review"]],
  ["complete", "none", ["addresses", "parcel"]],
  ["complete", "stale", ["addresses", "parcel"]],
  ["complete", "current", ["addresses", "parcel", "review"]],
  ["complete", "booked", ["review"]],
];

describe("no step is skipped, and nothing changes once it is booked", () => {
  test.each(table)("draft %s, quote %s: opens %j", (name, quote, opens) => {
    const draft = drafts[name] ?? expect.fail(name);
    for (const journey of Object.values(journeys)) {
      const opened = journey.steps.filter((step) => mayOpen(journey, step.name, draft, quote));
      expect(opened.map((step) => step.name)).toEqual(opens);
    }
    expect(furthestStep(draft, quote)).toBe(opens.at(-1));
  });

  test("the table leaves no case out", () => {
    const cases = new Set(table.map(([draft, quote]) => `${draft} ${quote}`));
    expect(cases.size).toBe(Object.keys(drafts).length * 4);
  });
});

test("the public wizard has the specification's three steps, at its addresses", () => {
  expect(publicQuote.steps.map(({ path, title }) => [path, title])).toEqual([
    ["/ship/addresses", "Addresses"],
    ["/ship/parcel", "Parcel Details"],
    ["/ship/review", "Review & Confirm"],
  ]);
  expect(stepOf(publicQuote, "review").path).toBe("/ship/review");
  expect(position(publicQuote, "parcel")).toBe(2);
});
