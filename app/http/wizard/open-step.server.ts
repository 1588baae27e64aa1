import { json, type LoaderFunctionArgs, redirect, type TypedResponse } from "@remix-run/node";
import { type Draft, isComplete } from "#app/domain/form/draft";
import { isPaid } from "#app/domain/money/payment-state";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { type QuoteState, quoteWithState } from "#app/domain/parcels/quotes/quote-state.server";
import { isFinal, quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import { expectCookies } from "#app/http/cookies/cookies-refused.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { privately, withCookies } from "#app/http/pages/private-page.server";
import { guestOf } from "#app/http/sign-in/guest.server";
import { type Journey, journeyAt, placeOf, type StepName, stepOf } from "#app/http/wizard/journey";
import { type Action, nextPage, type Page, type State, stateOfDraft } from "#app/http/wizard/next-page";
import { paths } from "#app/paths";
import { services } from "#app/services.server";
import { type Customer, customerOf, keepForLogin } from "./customer.server";
import { draftOfAnybody, newDraft, readDraft } from "./draft-cookies.server";

/** The state that a form led to, and what goes along to its next page. */
export type Outcome<Shown = never> = {
  state: State;
  /** What the page shows, if the same form is shown again. */
  shown?: Shown;
  /** `Set-Cookie` lines. */
  cookies?: string[];
  /** In place of those that only say that nothing is cached. */
  headers?: HeadersInit;
  /** Added to the next page's address. */
  query?: Record<string, string>;
  /** Whose payment comes next. */
  quoteId?: string;
};

/** A wizard that one of its addresses was asked of, or sent a form. */
type OpenWizard = {
  request: Request;
  journey: Journey;
  customer: Customer;
  /** Leads to the page that the table has for this state. */
  next: <Shown = never>(outcome: Outcome<Shown>) => TypedResponse<Shown>;
};

/** A step that may be opened now, with the answers so far. */
export type OpenStep = Begun &
  OpenWizard & {
    name: StepName;
    /** What was sent; empty for a page that was only opened. */
    form: FormData;
    /** The page's position and links. */
    place: ReturnType<typeof placeOf>;
    /** Hidden fields that make a retry safe, detect a second tab, and keep other sites from posting the form. */
    keys: Record<string, string>;
    /** Whether the customer came from the review to change something, and returns there. */
    comesFromReview: boolean;
  };

type Begun = { draft: Draft; quote: Quote | null; quoteState: QuoteState };

/**
 * Opens a wizard's step; each loader and action calls it for itself. The address decides which wizard it is.
 * @throws a redirect to the login for a signed-in wizard, or to the page that the table has for a step that can't be
 * opened; a refusal in words if the browser accepts no cookies
 */
export async function openStep({ request }: { request: Request }, name: StepName): Promise<OpenStep> {
  const { pathname, searchParams } = new URL(request.url);
  const journey = journeyAt(pathname);
  const next = <Shown = never>(outcome: Outcome<Shown>) => leadOn(journey, name, outcome);
  const isForm = request.method === "POST";
  if (isForm && name === "review") await findBookingMade(request, journey, next);
  const customer = await customerOf(request, journey, () => stepAfterLogin(request, journey, name)).catch((answer) =>
    keepForLogin(answer, request, journey, name),
  );
  spellRight(request, journey, name);
  if (name !== "addresses") expectCookies(request, [pathOf(journey, "addresses"), pathOf(journey, "parcel")]);
  const begun = await draftIn(request, journey, customer.owner);
  const state = stateOf(begun, request, journey);
  const page = nextPage(state, name);
  if (page !== "here" && page !== "anew")
    throw leadOn(journey, name, { state, quoteId: begun.quote?.id }, isForm && page === "thanks" ? 303 : 302);
  const { draft, quote, quoteState } = page === "anew" ? nothingBegun() : begun;
  const form = isForm ? await customer.readForm() : new FormData();
  if (page === "anew" && form.get("draft") === begun.draft.id) throw next({ state: "of a booking" });
  const saved = name === "review" ? undefined : draft[name];
  return {
    ...{ request, journey, name, customer, form, draft, quote, quoteState, next },
    place: placeOf(journey, name),
    keys: { draft: saved ? draft.id : "", seen: saved ? fingerprint(saved) : "", ...customer.formFields },
    comesFromReview: searchParams.get("then") === "review",
  };
}

/** Opens a wizard for a form of one of its other addresses, with the answers so far if there are any. */
export async function openWizard({ request }: { request: Request }) {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, journey);
  const form = await customer.readForm();
  const next = <Shown = never>(outcome: Outcome<Shown>) => leadInto(journey, outcome);
  return { request, journey, customer, form, draft: readDraft(request, journey, customer.owner), next };
}

/** Redirects the wizard's own address, and addresses that only take forms, to the furthest step. */
export async function resumeJourney({ request }: LoaderFunctionArgs): Promise<Response> {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, journey, () => stepAfterLogin(request, journey));
  spellRight(request, journey, "wizard");
  const { draft, quoteState } = await draftIn(request, journey, customer.owner);
  return leadOn(journey, "wizard", { state: stateOfDraft(draft, quoteState) }, 302);
}

/** Leads into a wizard, from its other addresses or from another page. */
export function leadInto<Shown = never>(journey: Journey, outcome: Outcome<Shown>): TypedResponse<Shown> {
  return leadOn(journey, "wizard", outcome);
}

/** Asks the table which page comes next, and answers with it. */
function leadOn<Shown = never>(journey: Journey, action: Action, outcome: Outcome<Shown>, redirected = 303) {
  const page = nextPage(outcome.state, action);
  const answer = withCookies(
    { status: typeof page === "number" ? page : redirected, headers: outcome.headers ?? privately().headers },
    outcome.cookies ?? [],
  );
  if (page === 204) return new Response(null, answer) as TypedResponse<never>;
  if (typeof page === "number") return json(outcome.shown as Shown, answer);
  const query = outcome.query ? `?${new URLSearchParams(outcome.query)}` : "";
  return redirect(addressOf(journey, page, outcome.quoteId) + query, answer);
}

function addressOf(journey: Journey, page: Page, quoteId = ""): string {
  if (page === "payment") return paths.payfastStart(quoteId);
  if (page === "thanks") return paths.payfastReturn(quoteId);
  if (page === "continue") return paths.continueDraft(journey.name);
  if (page === "lost") return `${stepOf(journey, "addresses").path}?lost=1`;
  if (typeof page === "number" || page === "here" || page === "anew") throw new Error(`${page} has no address`);
  return stepOf(journey, page).path;
}

const pathOf = (journey: Journey, action: Action) =>
  action === "wizard" ? journey.basePath : stepOf(journey, action).path;

/** How far this browser is in a wizard. */
function stateOf({ draft, quote, quoteState }: Begun, request: Request, journey: Journey): State {
  const state = stateOfDraft(draft, quoteState);
  if (state === "booked" && quote && isPaid(quote.status)) return "paid";
  if (state === "nothing" && quoteState === "none" && comesFromStep(request, journey)) return "nothing, after a step";
  return state;
}

/**
 * Finds what a repeated confirmation has booked, in a browser that has started another parcel since. Only the page of
 * that draft knew its id.
 * @throws a redirect to it
 */
async function findBookingMade(request: Request, journey: Journey, next: OpenWizard["next"]): Promise<void> {
  const draftId = carriedValue(await request.clone().formData(), "draft");
  if (!draftId || draftId === draftOfAnybody(request, journey)?.id) return;
  const { store } = await services();
  const quote = await quoteOfDraft(store.read, draftId);
  if (quote && isFinal(quote))
    throw next({ state: quote.bookedAt ? "of a booking" : "of a request", quoteId: quote.id });
}

/** Whether a browser comes from one of the wizard's own pages; if its answers are missing then, it refuses cookies. */
function comesFromStep({ url, headers }: Request, journey: Journey): boolean {
  const referrer = headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return false;
  const { host, pathname } = new URL(referrer);
  return host === new URL(url).host && journey.steps.some(({ path }) => path === pathname);
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
function spellRight(request: Request, journey: Journey, action: Action): void {
  const { pathname, search } = new URL(request.url);
  const path = pathOf(journey, action);
  const isOtherSpelling = pathname !== path && decodeURI(pathname).toLowerCase() === path.toLowerCase();
  if (isOtherSpelling && request.method === "GET")
    throw redirect(addressOf(journey, nextPage("spelled otherwise", action)) + search, 301);
}

/**
 * Where the login leads: to the asked step if this browser's draft allows it, otherwise to the furthest that it allows.
 * Whose draft it is only becomes known after the login.
 */
function stepAfterLogin(request: Request, journey: Journey, action: Action = "wizard"): string {
  const kept = draftOfAnybody(request, journey);
  const draft = kept ?? newDraft();
  // A draft without answers is booked. For any other only the database knows.
  const state = stateOfDraft(draft, kept && !kept.addresses ? "booked" : isComplete(draft) ? "current" : "none");
  if (nextPage(state, action) !== "here") return addressOf(journey, nextPage(state, "wizard"));
  return pathOf(journey, action) + (request.method === "POST" ? "" : new URL(request.url).search);
}
