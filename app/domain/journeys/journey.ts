import { wizardPaths } from "#app/paths";
import type { Draft } from "../shipments/draft";

export type JourneyName = "publicQuote" | "local" | "international";
export type StepName = "addresses" | "parcel" | "review";

export type Step = { name: StepName; path: string; title: string };

/** A wizard as data: its steps in order. */
export type Journey = { name: JourneyName; basePath: string; steps: readonly Step[] };

const step = (basePath: string, name: StepName, title: string): Step => ({ name, path: `${basePath}/${name}`, title });

/** Spec section 2, `/ship`, reading A. */
export const publicQuote: Journey = {
  name: "publicQuote",
  basePath: wizardPaths.publicQuote,
  steps: [
    step(wizardPaths.publicQuote, "addresses", "Addresses"),
    step(wizardPaths.publicQuote, "parcel", "Parcel Details"),
    step(wizardPaths.publicQuote, "review", "Review & Confirm"),
  ],
};

/** Where the draft's quote stands, as far as the wizard cares. */
export type QuoteStanding = "none" | "stale" | "current" | "booked";

/**
 * The step that a draft leads to: the first that isn't answered. A quote that no longer fits the answers, or whose
 * price has run out, leads back to the parcel, where it is worked out again.
 */
export function furthestStep(draft: Draft, quote: QuoteStanding): StepName {
  if (quote === "booked") return "review";
  if (!draft.addresses) return "addresses";
  if (!draft.parcel || quote !== "current") return "parcel";
  return "review";
}

/** Whether a step can be opened: none beyond the furthest, and only the review once the parcel is booked. */
export function mayOpen(journey: Journey, asked: StepName, draft: Draft, quote: QuoteStanding): boolean {
  const furthest = furthestStep(draft, quote);
  if (quote === "booked") return asked === "review";
  return position(journey, asked) <= position(journey, furthest);
}

/** The step of a journey by its name. */
export function stepOf(journey: Journey, name: StepName): Step {
  const found = journey.steps.find((step) => step.name === name);
  if (!found) throw new Error(`${journey.name} has no step ${name}`);
  return found;
}

/** "Step 2 of 3" */
export function position(journey: Journey, name: StepName): number {
  return journey.steps.findIndex((step) => step.name === name) + 1;
}
