import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Draft, isComplete } from "#app/domain/form/draft";
import { isPaid } from "#app/domain/money/payment-state";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { type QuoteState, quoteWithState } from "#app/domain/parcels/quotes/quote-state.server";
import { expectCookies } from "#app/http/cookies/cookies-refused.server";
import { typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { privately } from "#app/http/pages/private-page.server";
import { guestOf } from "#app/http/sign-in/guest.server";
import {
  entryStep,
  furthestStep,
  type Journey,
  journeyAt,
  mayOpen,
  position,
  type StepName,
  stepOf,
} from "#app/http/wizard/journey";
import { paths } from "#app/paths";
import { services } from "#app/services.server";
import { type Customer, customerOf } from "./customer.server";
import { draftOfAnybody, newDraft, ownerOfDraft, readDraft } from "./draft-cookies.server";
import { keepTyped } from "./typed-cookie.server";

/** A step that may be opened now, with the answers so far. */
export type OpenStep = Begun & {
  request: Request;
  journey: Journey;
  name: StepName;
  customer: Customer;
  /** The page's position and links. */
  place: ReturnType<typeof placeOf>;
  /** Hidden fields that make a retry safe, detect a second tab, and keep other sites from posting the form. */
  keys: Record<string, string>;
  /** Whether the posted form belongs to a parcel that was booked after the form was shown. */
  isOfBooking(form: FormData): boolean;
  /** Whether the customer came from the review to change something, and returns there. */
  comesFromReview: boolean;
};

type Begun = { draft: Draft; quote: Quote | null; quoteState: QuoteState };

/**
 * Opens a wizard's step; each loader and action calls it for itself. The address decides which wizard it is.
 * @throws a redirect to the login for a signed-in wizard, or to the first unfinished step when the asked one can't be
 * opened yet; a refusal in words if the browser accepts no cookies
 */
export async function openStep({ request }: { request: Request }, name: StepName): Promise<OpenStep> {
  const { pathname, searchParams } = new URL(request.url);
  const journey = journeyAt(pathname);
  const pathOf = (step: StepName) => stepOf(journey, step).path;
  const customer = await customerOf(request, journey, () => stepAfterLogin(request, journey, name)).catch((answer) =>
    keepForLogin(answer, request, journey, name),
  );
  spellRight(request, journey, pathOf(name));
  if (name !== "addresses") expectCookies(request, [pathOf("addresses"), pathOf("parcel")]);
  const begun = await draftIn(request, journey, customer.owner);
  // What was paid is nobody's draft any more: the next person on this phone reads no names or addresses.
  if (name !== "addresses" && begun.quote && isPaid(begun.quote.status))
    throw redirect(paths.payfastReturn(begun.quote.id), privately(request.method === "POST" ? 303 : 302));
  const isNextParcel = name === "addresses" && begun.quoteState === "booked";
  const { draft, quote, quoteState } = isNextParcel ? nothingBegun() : begun;
  if (!mayOpen(journey, name, draft, quoteState)) {
    const hasLostCookies = !draft.addresses && quoteState === "none" && comesFromStep(request, journey);
    throw redirect(pathOf(furthestStep(draft, quoteState)) + (hasLostCookies ? "?lost=1" : ""), privately(302));
  }
  const saved = name === "review" ? undefined : draft[name];
  return {
    request,
    journey,
    name,
    customer,
    draft,
    quote,
    quoteState,
    place: placeOf(journey, name),
    keys: { draft: saved ? draft.id : "", seen: saved ? fingerprint(saved) : "", ...customer.formFields },
    isOfBooking: (form) => isNextParcel && form.get("draft") === begun.draft.id,
    comesFromReview: searchParams.get("then") === "review",
  };
}

/**
 * Keeps what was typed when the session ended meanwhile: whoever began the draft finds it at the step after the login,
 * and nobody else does.
 * @throws the answer, which leads to the login
 */
async function keepForLogin(answer: unknown, request: Request, journey: Journey, name: StepName): Promise<never> {
  const owner = ownerOfDraft(request, journey);
  if (answer instanceof Response && request.method === "POST" && owner) {
    refuseOtherSites(request);
    const values = typedValues(await request.formData());
    for (const line of keepTyped(journey, name, owner, values)) answer.headers.append("Set-Cookie", line);
  }
  throw answer;
}

/** Whether a browser comes from one of the wizard's own pages; if its answers are missing then, it refuses cookies. */
function comesFromStep({ url, headers }: Request, journey: Journey): boolean {
  const referrer = headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return false;
  const { host, pathname } = new URL(referrer);
  return host === new URL(url).host && journey.steps.some(({ path }) => path === pathname);
}

/** Redirects the wizard's own address, and addresses that only take forms, to the furthest step. */
export async function resumeJourney({ request }: LoaderFunctionArgs): Promise<Response> {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, journey, () => stepAfterLogin(request, journey));
  spellRight(request, journey, journey.basePath);
  const { draft, quoteState } = await draftIn(request, journey, customer.owner);
  return redirect(stepOf(journey, entryStep(draft, quoteState)).path, privately(302));
}

/** What this browser has begun in a wizard, and the state of its quote. */
async function draftIn(request: Request, journey: Journey, owner: string): Promise<Begun> {
  const draft = readDraft(request, journey, owner);
  if (!draft) return nothingBegun();
  const { store } = await services();
  const quoted = await quoteWithState(store.read, draft, new Date());
  // "Forget me on this phone" deletes the guest cookie. Links2 keeps a wizard's cookies, which were deleted outside
  // their path.
  if (quoted.quoteState === "booked" && !owner && !guestOf(request)) return nothingBegun();
  return { draft, ...quoted };
}

function nothingBegun(): Begun {
  return { draft: newDraft(), quote: null, quoteState: "none" };
}

/**
 * Remix matches routes in upper or lower case, and percent-encoded, but cookies need one spelling. Throws a redirect to it: to the first
 * step, because the draft that a later one needs did not come with the request.
 */
function spellRight(request: Request, journey: Journey, path: string): void {
  const { pathname, search } = new URL(request.url);
  const isOtherSpelling = pathname !== path && decodeURI(pathname).toLowerCase() === path.toLowerCase();
  if (isOtherSpelling && request.method === "GET") throw redirect(stepOf(journey, "addresses").path + search, 301);
}

/**
 * Where the login leads: to the asked step if this browser's draft allows it, otherwise to the furthest that it allows.
 * Whose draft it is only becomes known after the login.
 */
function stepAfterLogin(request: Request, journey: Journey, step?: StepName): string {
  const kept = draftOfAnybody(request, journey);
  const draft = kept ?? newDraft();
  // A draft without answers is booked. For any other only the database knows.
  const quoteState = kept && !kept.addresses ? "booked" : isComplete(draft) ? "current" : "none";
  if (!step || !mayOpen(journey, step, draft, quoteState)) return stepOf(journey, entryStep(draft, quoteState)).path;
  const isPost = request.method === "POST";
  return stepOf(journey, step).path + (isPost ? "" : new URL(request.url).search);
}

/** A wizard page's position and links. */
function placeOf(journey: Journey, name: StepName) {
  const pathOf = (step: StepName) => stepOf(journey, step).path;
  return {
    step: position(journey, name),
    of: journey.steps.length,
    title: stepOf(journey, name).title,
    addressesHref: pathOf("addresses"),
    parcelHref: pathOf("parcel"),
    reviewHref: pathOf("review"),
    startAgainAction: `${journey.basePath}/start-again`,
    continueHref: paths.continueDraft(journey.name),
    changeAction: `${journey.basePath}/change`,
  };
}
