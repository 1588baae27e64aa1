import { type JourneyName, wizardPaths } from "#app/paths";
import type { QuoteState } from "../quotes/quote-state.server";
import { HOME_COUNTRY } from "../shipments/addresses";
import type { Draft } from "../shipments/draft";

export type StepName = "addresses" | "parcel" | "review";

export type Step = { name: StepName; path: string; title: string };

/** A wizard as data: who may use it, where its parcels go, its steps in order, and its wording. */
export type Journey = {
  name: JourneyName;
  /** The start of its page titles; null for the public wizard. */
  title: string | null;
  basePath: string;
  access: "public" | "signed-in";
  /** `any`: domestic unless the customer chooses another country. */
  destination: "any" | "home" | "abroad";
  boxMessage: string;
  manualWording: "public" | "signed-in";
  steps: readonly Step[];
};

/** Specification section 2, `/ship`, reading A. */
export const publicQuote: Journey = {
  name: "publicQuote",
  title: null,
  basePath: wizardPaths.publicQuote,
  access: "public",
  destination: "any",
  boxMessage: "Please select a packaging type.",
  manualWording: "public",
  steps: [
    { name: "addresses", path: `${wizardPaths.publicQuote}/addresses`, title: "Addresses" },
    { name: "parcel", path: `${wizardPaths.publicQuote}/parcel`, title: "Parcel Details" },
    { name: "review", path: `${wizardPaths.publicQuote}/review`, title: "Review & Confirm" },
  ],
};

/** Specification section 2, `/ship-local`. */
export const localShipment: Journey = {
  name: "local",
  title: "Local shipment",
  basePath: wizardPaths.local,
  access: "signed-in",
  destination: "home",
  boxMessage: "Please choose a packaging type.",
  manualWording: "signed-in",
  steps: [
    { name: "addresses", path: `${wizardPaths.local}/addresses`, title: "Addresses" },
    { name: "parcel", path: `${wizardPaths.local}/parcel`, title: "Parcel" },
    { name: "review", path: `${wizardPaths.local}/summary`, title: "Summary" },
  ],
};

/** Specification section 2, `/ship-Inter`. */
export const internationalShipment: Journey = {
  name: "international",
  title: "International shipment",
  basePath: wizardPaths.international,
  access: "signed-in",
  destination: "abroad",
  boxMessage: "Please choose a packaging type.",
  manualWording: "signed-in",
  steps: [
    { name: "addresses", path: `${wizardPaths.international}/addresses`, title: "Addresses" },
    { name: "parcel", path: `${wizardPaths.international}/parcel`, title: "Parcel Details" },
    { name: "review", path: `${wizardPaths.international}/review`, title: "Review & Confirm" },
  ],
};

/** Every wizard by its name, which quotes store. */
export const journeys: Record<JourneyName, Journey> = {
  publicQuote,
  local: localShipment,
  international: internationalShipment,
};

/**
 * The first step of a draft that isn't answered. A quote that no longer matches the answers, or whose price has
 * expired, leads back to the parcel step, where it is priced again.
 */
export function furthestStep(draft: Draft, quote: QuoteState): StepName {
  if (quote === "booked") return "review";
  if (!draft.addresses) return "addresses";
  if (!draft.parcel || quote !== "current") return "parcel";
  return "review";
}

/** Whether a step can be opened: none after the furthest, and only the review once the parcel is booked. */
export function mayOpen(journey: Journey, step: StepName, draft: Draft, quote: QuoteState): boolean {
  const furthest = furthestStep(draft, quote);
  if (quote === "booked") return step === "review";
  return position(journey, step) <= position(journey, furthest);
}

/** The step where a wizard continues: the furthest, or the first step of a new parcel once the last one is booked. */
export function entryStep(draft: Draft, quote: QuoteState): StepName {
  return quote === "booked" ? "addresses" : furthestStep(draft, quote);
}

/** A journey's step by its name. */
export function stepOf(journey: Journey, name: StepName): Step {
  const found = journey.steps.find((step) => step.name === name);
  if (!found) throw new Error(`${journey.name} has no step ${name}`);
  return found;
}

/** "Step 2 of 3". */
export function position(journey: Journey, name: StepName): number {
  return journey.steps.findIndex((step) => step.name === name) + 1;
}

/** A page's title: "Parcel details, step 2 of 3". */
export function stepTitle(journey: Journey, name: StepName): string {
  const { title } = stepOf(journey, name);
  const lower = title.toLowerCase();
  const words = journey.title ? `${journey.title}: ${lower}` : title.charAt(0) + lower.slice(1);
  return `${words}, step ${position(journey, name)} of ${journey.steps.length}`;
}

/**
 * The wizard at an address, in upper or lower case like Remix's routes.
 * @throws for any other address; `remix.config.js` sends no others here
 */
export function journeyAt(pathname: string): Journey {
  const base = `/${pathname.toLowerCase().split("/")[1]}`;
  const found = Object.values(journeys).find(({ basePath }) => basePath.toLowerCase() === base);
  if (!found) throw new Error(`no wizard is at ${pathname}`);
  return found;
}

/** Whether the parcel leaves the country. A blank country wasn't chosen yet; an unset one wasn't asked for. */
export function goesAbroad(journey: Journey, toCountry = HOME_COUNTRY): boolean {
  return journey.destination === "any" ? toCountry !== HOME_COUNTRY : journey.destination === "abroad";
}
