import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
  type TypedResponse,
} from "@remix-run/node";
import type { Config } from "#app/config.server";
import type { Draft } from "#app/domain/form/draft";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { isFinal, quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import { comesFrom, expectCookies } from "#app/http/cookies/cookies-refused.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { privately, withCookies } from "#app/http/pages/private-page.server";
import { guestOf } from "#app/http/sign-in/guest.server";
import { type Journey, journeyAt, placeOf, type StepName } from "#app/http/wizard/journey";
import { type Action, likelyState, nextPage, type Page, type State, stateOf } from "#app/http/wizard/next-page.server";
import { paths } from "#app/paths";
import { customerOf, keepForLogin, saysWhose, type WizardCustomer } from "./customer.server";
import { draftOfAnybody, newDraft, readDraft } from "./draft-cookies.server";

/** The state that a form led to, and what goes along to its next page. */
export type StepOutcome<Shown = never> = {
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

/** Complete answers to save, and `Set-Cookie` lines for when they are. */
export type Sent<Answers> = { answers: Answers; cookies?: string[] };

/** What a form is found to be: odd in some way, or complete, and then what the page would show again. */
export type Read<Answers, Shown> = StepOutcome<Shown> | (Sent<Answers> & { shown: Shown });

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** A step that may be opened now, with the answers so far. */
export type OpenStep = {
  request: Request;
  context: AppLoadContext;
  journey: Journey;
  name: StepName;
  customer: WizardCustomer;
  draft: Draft;
  quote: Quote | null;
  state: State;
  /** What was sent; empty for a page that was only opened. */
  form: FormData;
  /** The page's position and links. */
  place: ReturnType<typeof placeOf>;
  /** Hidden fields that make a retry safe, detect a second tab, and keep other sites from posting the form. */
  keys: Record<string, string>;
  /** Whether the customer came from the review to change something, and returns there. */
  comesFromReview: boolean;
};

/**
 * Opens a wizard's step; each loader and action calls it for itself. The address decides which wizard it is.
 * @throws a redirect to the login for a signed-in wizard, or to the page that the table has for a step that can't be
 * opened; a refusal in words if the browser accepts no cookies
 */
export async function openStep({ request, context }: Asked, name: StepName): Promise<OpenStep> {
  const journey = journeyAt(new URL(request.url).pathname);
  const isForm = request.method === "POST";
  const made = isForm && name === "review" ? await bookingMade(request, context, journey) : null;
  const begun = made ?? (await enter(request, context, journey, name));
  const page = nextPage(begun.state, name);
  const isNextParcel = page === "anew";
  const isDone = isForm && (page === "thanks" || page === "payment");
  if (!("customer" in begun) || (page !== "here" && !isNextParcel))
    throw leadOn(journey, { state: begun.state, quoteId: begun.quote?.id }, name, isDone ? 303 : 302);
  const { customer, state } = begun;
  const form = isForm ? await customer.readForm() : new FormData();
  if (isNextParcel && form.get("draft") === begun.draft?.id) throw leadOn(journey, { state: "of a booking" }, name);
  const draft = (!isNextParcel && begun.draft) || newDraft();
  const saved = name === "review" ? undefined : draft[name];
  return {
    ...{ request, context, journey, name, customer, form, draft },
    ...(isNextParcel ? { quote: null, state: "nothing" } : { quote: begun.quote, state }),
    place: placeOf(journey, name),
    keys: {
      ...{ draft: saved ? draft.id : "", seen: saved ? fingerprint(saved) : "" },
      ...customer.formFields,
      ...(name === "addresses" && !saved && saysWhose(context.settings, customer.owner)),
    },
    comesFromReview: typedQuery(request).get("then") === "review",
  };
}

/**
 * Takes a step's form, for its action: reads it, saves it if it is complete, and leads to the page that the table has.
 * @param save may write, or find the form to be in another state
 */
export async function takeStep<Answers, Shown extends object>(
  { request, context }: ActionFunctionArgs,
  name: StepName,
  read: (step: OpenStep) => Promise<Read<Answers, Shown>>,
  save: (step: OpenStep, sent: Sent<Answers>) => Promise<StepOutcome<NoInfer<Partial<Shown>>>>,
): Promise<TypedResponse<Shown>> {
  const step = await openStep({ request, context }, name);
  const sent = await read(step);
  if ("state" in sent) return leadOn(step.journey, sent, name);
  const saved = await unlessUnwritable<StepOutcome<object>, StepOutcome<object>>(
    () => save(step, sent),
    (words, { headers }) => ({ state: "unwritable", shown: { errors: { "": [words] } }, headers }),
  );
  return leadOn(step.journey, { ...saved, shown: { ...sent.shown, ...saved.shown } }, name);
}

/** Opens a wizard for a form of one of its other addresses, with the answers so far if there are any. */
export async function openWizard({ request, context }: Asked) {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, context, journey);
  const form = await customer.readForm();
  const next = <Shown = never>(outcome: StepOutcome<Shown>) => leadOn(journey, outcome);
  return {
    request,
    context,
    journey,
    customer,
    form,
    draft: readDraft(request, context.settings, journey, customer.owner),
    next,
  };
}

/** Redirects the wizard's own address, and addresses that only take forms, to the furthest step. */
export async function resumeJourney({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const journey = journeyAt(new URL(request.url).pathname);
  const { state } = await enter(request, context, journey, "wizard");
  return leadOn(journey, { state }, "wizard", 302);
}

/** Whoever asks for an address of a wizard, and how far they are. */
async function enter(request: Request, context: AppLoadContext, journey: Journey, action: Action) {
  const { pathname, search } = new URL(request.url);
  const path = action === "wizard" ? journey.basePath : journey.steps[action].path;
  const customer = await customerOf(request, context, journey, () =>
    afterLogin(request, context.settings, journey, action),
  ).catch((answer) => keepForLogin(answer, request, context.settings, journey, action));
  // Remix matches routes in upper or lower case, and percent-encoded, but cookies need one spelling. Leads to the first
  // step, because the draft that a later one needs did not come with the request.
  const isOtherSpelling = pathname !== path && decodeURI(pathname).toLowerCase() === path.toLowerCase();
  if (isOtherSpelling && request.method === "GET")
    throw redirect(journey.steps[nextPage("spelled otherwise", action)].path + search, 301);
  const { addresses, parcel } = journey.steps;
  if (action === "parcel" || action === "review") expectCookies(request, [addresses.path, parcel.path]);
  const draft = readDraft(request, context.settings, journey, customer.owner);
  const quote = draft && (await quoteOfDraft(context.services.store.read, draft.id));
  // "Forget me on this phone" deletes the guest cookie. Links2 keeps a wizard's cookies, which were deleted outside
  // their path.
  if (quote && isFinal(quote) && !customer.owner && !guestOf(request, context.settings))
    return { customer, draft: null, quote: null, state: "nothing" as const };
  const state = stateOf(draft, quote, new Date());
  // Its answers are missing because the browser has lost its cookies.
  const isAfterStep =
    state === "nothing" &&
    !quote &&
    comesFrom(
      request,
      Object.values(journey.steps).map((step) => step.path),
    );
  return { customer, draft, quote, state: isAfterStep ? ("nothing, after a step" as const) : state };
}

/** Where the login leads: to the asked step if this browser's draft allows it, otherwise to the furthest that it allows. */
function afterLogin(request: Request, settings: Config, journey: Journey, action: Action): string {
  // Whose draft it is only becomes known after the login.
  const state = likelyState(draftOfAnybody(request, settings, journey));
  if (action === "wizard" || nextPage(state, action) !== "here") return journey.steps[nextPage(state, "wizard")].path;
  return journey.steps[action].path + (request.method === "POST" ? "" : new URL(request.url).search);
}

/**
 * What a repeated confirmation has booked, in a browser that has started another parcel since. Only the page of that
 * draft knew its id.
 */
async function bookingMade(request: Request, context: AppLoadContext, journey: Journey) {
  const draftId = carriedValue(await typedForm(request.clone()), "draft");
  if (!draftId || draftId === draftOfAnybody(request, context.settings, journey)?.id) return null;
  const quote = await quoteOfDraft(context.services.store.read, draftId);
  if (!quote || !isFinal(quote)) return null;
  return { quote, state: quote.bookedAt ? ("of a booking" as const) : ("of a request" as const) };
}

/**
 * Asks the table which page comes next, and answers with it.
 * @param action a step, or else an address that leads into the steps
 */
export function leadOn<Shown = never>(
  journey: Journey,
  outcome: StepOutcome<Shown>,
  action: Action = "wizard",
  redirected = 303,
): TypedResponse<Shown> {
  const page: Page = nextPage(outcome.state, action);
  const isAgain = typeof page === "number";
  const query = outcome.query ? `?${new URLSearchParams(outcome.query)}` : "";
  const address = isAgain ? "" : addressOf(journey, page, outcome.quoteId ?? "") + query;
  const headers = outcome.headers ?? privately().headers;
  const answer = withCookies({ status: isAgain ? page : redirected, headers }, outcome.cookies ?? []);
  if (page === 204) return new Response(null, answer) as TypedResponse<never>;
  return isAgain ? json(outcome.shown as Shown, answer) : redirect(address, answer);
}

function addressOf(journey: Journey, page: Exclude<Page, number>, quoteId: string): string {
  if (page === "payment") return paths.payfastStart(quoteId);
  if (page === "thanks") return paths.payfastReturn(quoteId);
  if (page === "continue") return paths.continueDraft(journey.name);
  if (page === "lost") return `${journey.steps.addresses.path}?lost=1`;
  if (page === "here" || page === "anew") throw new Error(`${page} is no other page`);
  return journey.steps[page].path;
}
