import { type JourneyName, journeyNames, paths, wizardPaths } from "#app/paths";
import wizards from "#app/wizards.json";
import { HOME_COUNTRY } from "../../domain/form/addresses";

export type StepName = "addresses" | "parcel" | "review";

export type Step = { name: StepName; path: string; title: string };

/** A wizard as data: who may use it, where its parcels go, its steps in order, and its wording. */
export type Journey = {
  name: JourneyName;
  basePath: string;
  steps: Record<StepName, Step>;
  /** Its steps that every guest gets alike, and that are kept for all. */
  cached: readonly string[];
} & Rules;

type Rules = {
  /** The start of its page titles; null for the public wizard. */
  title: string | null;
  access: "public" | "signed-in";
  /** `any`: domestic unless the customer chooses another country. */
  destination: "any" | "home" | "abroad";
  boxMessage: string;
  manualWording: "public" | "signed-in";
};

/** Specification section 2: `/ship` (reading A), `/ship-local`, `/ship-Inter`. */
const rules: Record<JourneyName, Rules> = {
  publicQuote: {
    title: null,
    access: "public",
    destination: "any",
    boxMessage: "Please select a packaging type.",
    manualWording: "public",
  },
  local: {
    title: "Local parcel",
    access: "signed-in",
    destination: "home",
    boxMessage: "Please choose a packaging type.",
    manualWording: "signed-in",
  },
  international: {
    title: "International parcel",
    access: "signed-in",
    destination: "abroad",
    boxMessage: "Please choose a packaging type.",
    manualWording: "signed-in",
  },
};

function journeyOf(name: JourneyName): Journey {
  const { steps, cached } = wizards[name];
  const basePath = wizardPaths[name];
  const step = (each: StepName): Step => ({
    name: each,
    path: `${basePath}/${steps[each].address}`,
    title: steps[each].title,
  });
  return {
    name,
    basePath,
    steps: { addresses: step("addresses"), parcel: step("parcel"), review: step("review") },
    cached: (cached as StepName[]).map((each) => step(each).path),
    ...rules[name],
  };
}

/** Every wizard by its name, which quotes store. */
export const journeys = Object.fromEntries(journeyNames.map((name) => [name, journeyOf(name)])) as Record<
  JourneyName,
  Journey
>;
export const { publicQuote, local: localShipment, international: internationalShipment } = journeys;

/** "Step 2 of 3". */
export function position(journey: Journey, name: StepName): number {
  return Object.keys(journey.steps).indexOf(name) + 1;
}

/** A page's title: "Parcel details, step 2 of 3". */
export function stepTitle(journey: Journey, name: StepName): string {
  const { title } = journey.steps[name];
  const lower = title.toLowerCase();
  const words = journey.title ? `${journey.title}: ${lower}` : title.charAt(0) + lower.slice(1);
  return `${words}, step ${position(journey, name)} of ${Object.keys(journey.steps).length}`;
}

/** A step's position, and the links of its page. */
export function placeOf(journey: Journey, name: StepName) {
  return {
    step: position(journey, name),
    of: Object.keys(journey.steps).length,
    title: journey.steps[name].title,
    addressesHref: journey.steps.addresses.path,
    parcelHref: journey.steps.parcel.path,
    reviewHref: journey.steps.review.path,
    startAgainAction: `${journey.basePath}/start-again`,
    continueHref: paths.continueDraft(journey.name),
    changeAction: `${journey.basePath}/change`,
  };
}

/**
 * The wizard at an address, in upper or lower case and percent-encoded or not, like Remix's routes.
 * @throws for any other address; `remix.config.js` sends no others here
 */
export function journeyAt(pathname: string): Journey {
  const base = `/${decodeURI(pathname).toLowerCase().split("/")[1]}`;
  const found = Object.values(journeys).find(({ basePath }) => basePath.toLowerCase() === base);
  if (!found) throw new Error(`no wizard is at ${pathname}`);
  return found;
}

/** Whether the parcel leaves the country. A blank country wasn't chosen yet; an unset one wasn't asked for. */
export function goesAbroad(journey: Journey, toCountry = HOME_COUNTRY): boolean {
  return journey.destination === "any" ? toCountry !== HOME_COUNTRY : journey.destination === "abroad";
}
