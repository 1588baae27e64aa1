import { redirect } from "@remix-run/node";
import { company } from "#app/company.server";
import {
  entryStep,
  furthestStep,
  type Journey,
  mayOpen,
  position,
  type QuoteState,
  type StepName,
  stepOf,
} from "#app/domain/journeys/journey";
import { fingerprint, formHash } from "#app/domain/quotes/fingerprint.server";
import type { Quote } from "#app/domain/quotes/quote";
import { isFinal, quoteOfDraft } from "#app/domain/quotes/saved-quotes.server";
import { type Draft, isComplete } from "#app/domain/shipments/draft";
import { expectCookies } from "#app/http/cookies/cookies-refused.server";
import { takeTurn, type WaitingForm, waitingFor } from "#app/http/limits/turns.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import type { StepPlace } from "#app/ui/shipments/steps/step-place";
import { type Customer, customerOn } from "./customer.server";
import { draftOfAnybody, newDraft, readDraft, writeDraft } from "./draft-cookies.server";
import { quoteFor } from "./draft-quote.server";

type Answers<Name extends StepName> = Name extends keyof Draft ? NonNullable<Draft[Name]> : never;

/** A form as it came, and the network that it came from. */
export type Sent = { form: FormData; network: string };

/** A step that may be opened now, with what was answered before. */
export type OpenStep<Name extends StepName> = {
  draft: Draft;
  quote: Quote | null;
  quoteState: QuoteState;
  customer: Customer;
  /** What the page needs to know about where it stands. */
  place: StepPlace;
  /** What the form carries so that a retry is safe, a second tab is noticed, and another site can't post it. */
  keys: Record<string, string>;
  /** Whether somebody changed this step's answers since the posted form was shown. */
  isOverwriting(form: FormData, answers: Answers<Name>): boolean;
  /** Whether the posted form is that of a parcel which has been booked since it was shown. */
  isOfBooking(form: FormData): boolean;
  /** Where the step leads to. */
  nextHref: string;
  /** Keeps the answers and goes on: to the price and the review once everything is answered, or when its turn has come. */
  saveAndContinue(answers: Answers<Name>, sent: Sent): Promise<Response | WaitingForm>;
};

/**
 * Opens a wizard's step for a loader or an action, each for itself.
 * @throws a redirect to the login for a signed-in wizard, or to the first unfinished step when the asked one can't be
 * opened yet; a refusal in words for a browser that keeps no cookies
 */
export async function openStep<Name extends StepName>(
  request: Request,
  journey: Journey,
  name: Name,
): Promise<OpenStep<Name>> {
  const customer = await customerOn(journey, request, () => stepAfterLogin(request, journey, name));
  spellRight(request, journey, stepOf(journey, name).path);
  const before = await draftIn(request, journey, customer.owner);
  const isNextParcel = name === "addresses" && before.quoteState === "booked";
  const { draft, quote, quoteState }: Begun = isNextParcel
    ? { draft: newDraft(), quote: null, quoteState: "none" }
    : before;
  if (!mayOpen(journey, name, draft, quoteState)) {
    expectCookies(request, [stepOf(journey, "addresses").path, stepOf(journey, "parcel").path]);
    throw redirect(stepOf(journey, furthestStep(draft, quoteState)).path, privately(302));
  }
  const saved = name === "review" ? undefined : draft[name as keyof Draft];
  const comesFromReview = new URL(request.url).searchParams.get("then") === "review";
  const wantsPrice = name === "parcel" || comesFromReview;

  return {
    draft,
    quote,
    quoteState,
    customer,
    place: placeOf(journey, name),
    keys: { draft: saved ? draft.id : "", seen: saved ? fingerprint(saved) : "", ...customer.formFields },
    isOverwriting(form, answers) {
      if (saved === undefined) return false;
      const isFresh = form.get("draft") === draft.id && form.get("seen") === fingerprint(saved);
      return !isFresh && fingerprint(saved) !== fingerprint(answers);
    },
    isOfBooking: (form) => isNextParcel && form.get("draft") === before.draft.id,
    nextHref: stepOf(journey, wantsPrice ? "review" : "parcel").path,
    async saveAndContinue(answers, sent) {
      const answered: Draft = { ...draft, [name]: answers };
      // This step's cookie alone: the browser still holds the other's, and has paid for it.
      const cookies = writeDraft(journey, { id: draft.id, [name]: answers }, customer.owner);
      if (!wantsPrice || !isComplete(answered)) return onward(stepOf(journey, "parcel").path, cookies);

      if (!quote) {
        const turn = await takeTurn("quotes", sent.network, sent.form, new Date());
        if (turn.kind !== "now") return waitingFor(turn, sent.form, cookies);
      }
      const owning = await quoteFor(request, journey, answered, customer);
      return onward(stepOf(journey, "review").path, [...cookies, ...owning]);
    },
  };
}

type Begun = Pick<OpenStep<StepName>, "draft" | "quote" | "quoteState">;

/** What this browser has begun in a wizard, and where it stands. */
async function draftIn(request: Request, journey: Journey, owner: string): Promise<Begun> {
  const draft = readDraft(request, journey, owner);
  if (!draft) return { draft: newDraft(), quote: null, quoteState: "none" };
  const { store } = await company();
  const quote = await quoteOfDraft(store.read, draft.id);
  return { draft, quote, quoteState: quoteStateOf(quote, draft, new Date()) };
}

/** The bare address of a wizard leads to the furthest step, and so do those that only take forms. */
export async function resumeJourney(request: Request, journey: Journey): Promise<Response> {
  const customer = await customerOn(journey, request, () => stepAfterLogin(request, journey));
  spellRight(request, journey, journey.basePath);
  const { draft, quoteState } = await draftIn(request, journey, customer.owner);
  return redirect(stepOf(journey, entryStep(draft, quoteState)).path, privately(302));
}

/**
 * Remix finds a route in any letter case; cookies and people need one spelling. Throws a redirect to it: to the first
 * step, because the draft that a later one needs did not come along, and it might have to lead on once more.
 */
function spellRight(request: Request, journey: Journey, path: string): void {
  const { pathname, search } = new URL(request.url);
  const isOtherCase = pathname !== path && pathname.toLowerCase() === path.toLowerCase();
  if (isOtherCase && request.method === "GET") throw redirect(stepOf(journey, "addresses").path + search, 301);
}

/**
 * Where the login leads, in one go: the asked step if this browser's draft lets it open, or the furthest that it does.
 * Whose draft it is shows only after the login.
 */
function stepAfterLogin(request: Request, journey: Journey, asked?: StepName): string {
  const kept = draftOfAnybody(request, journey);
  const draft = kept ?? newDraft();
  // Without its answers it is booked; whether any other is, only the database knows.
  const quoteState = kept && !kept.addresses ? "booked" : isComplete(draft) ? "current" : "none";
  if (!asked || !mayOpen(journey, asked, draft, quoteState)) return stepOf(journey, entryStep(draft, quoteState)).path;
  const isPost = request.method === "POST";
  return stepOf(journey, asked).path + (isPost ? "" : new URL(request.url).search);
}

/** Where a draft's quote stands: a price that has run out, or that was made from other answers, is stale. */
export function quoteStateOf(quote: Quote | null, draft: Draft, now: Date): QuoteState {
  if (!quote) return "none";
  if (isFinal(quote)) return "booked";
  const fits = isComplete(draft) && formHash(quote.formSnapshot) === formHash(draft) && quote.expiresAt > now;
  return fits ? "current" : "stale";
}

function placeOf(journey: Journey, name: StepName): StepPlace {
  const pathOf = (step: StepName) => stepOf(journey, step).path;
  return {
    step: position(journey, name),
    of: journey.steps.length,
    title: stepOf(journey, name).title,
    addressesHref: pathOf("addresses"),
    parcelHref: pathOf("parcel"),
    reviewHref: pathOf("review"),
    startAgainAction: `${journey.basePath}/start-again`,
    changeAction: `${journey.basePath}/change`,
  };
}
