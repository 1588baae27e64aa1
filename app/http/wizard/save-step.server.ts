import type { Addresses } from "#app/domain/form/addresses";
import { type Draft, isComplete } from "#app/domain/form/draft";
import { type AnswerDifference, differencesOf } from "#app/domain/form/edit-conflict";
import type { ParcelAnswers } from "#app/domain/form/parcel";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import { type Pricing, priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { takeTurn, waitingFor } from "#app/http/limits/turns.server";
import { forgetTyped, writeDraft } from "./draft-cookies.server";
import type { OpenStep, Sent, StepOutcome } from "./open-step.server";

/** What the page shows for a form that was not saved. */
export type NotSaved = {
  errors: Record<string, string[]>;
  /** Another tab has saved different answers: what differs, what to post again, and the link on with what is saved. */
  conflict: { differences: AnswerDifference[]; typed: Record<string, string>; keepHref: string } | null;
  /** The price has to wait a little. */
  wait: { words: string; typed: Record<string, string> } | null;
};

/**
 * Saves a step's answers, and prices the parcel once everything is answered. Saves nothing if another tab changed the
 * answers since the form was shown, or while the form has to wait its turn on a busy network.
 */
export async function saveStep(
  step: OpenStep,
  sent: Sent<Addresses | ParcelAnswers>,
): Promise<StepOutcome<Partial<NotSaved>>> {
  const conflict = conflictOf(step, sent);
  if (conflict) return { state: "conflict", shown: { conflict } };
  const { request, journey, name, draft, customer, form } = step;
  const { answers } = sent;
  const answered: Draft = { ...draft, [name]: answers };
  // Only this step's cookie: the browser still has the other one, and data is expensive.
  const cookies = [
    ...writeDraft(step.context.settings, journey, { id: draft.id, [name]: answers }, customer.owner),
    ...forgetTyped(request, step.context.settings, journey, name),
  ];
  const whenSaved = sent.cookies ?? [];
  const wantsPrice = name === "parcel" || step.comesFromReview;
  if (!wantsPrice || !isComplete(answered))
    return { state: "answered", query: carriedBox(form), cookies: [...cookies, ...whenSaved] };

  let pricing: Pricing = "again";
  if (!step.quote) {
    const turn = await takeTurn(step.context, "quotes", form, new Date());
    if (turn.kind !== "now") {
      const { wait, answer } = waitingFor(turn, form, cookies);
      return { state: "turn", shown: { wait }, headers: answer.headers };
    }
    pricing = turn.asked;
  }
  const office = step.context.services;
  const owning = await customer.own((owner) => priceDraft(office, pricing, journey.name, answered, owner, new Date()));
  return { state: "answered and priced", cookies: [...cookies, ...owning, ...whenSaved] };
}

/** The first step has no field for a quick price's box, so it is passed on. */
function carriedBox(form: FormData): StepOutcome["query"] {
  const selectedBoxId = carriedValue(form, "box");
  return /^[\w-]+$/.test(selectedBoxId) ? { selectedBoxId } : undefined;
}

function conflictOf(step: OpenStep, { answers }: Sent<Addresses | ParcelAnswers>): NotSaved["conflict"] {
  const { name, draft, keys, comesFromReview, place, form } = step;
  const saved = name === "review" ? undefined : draft[name];
  if (!saved || keys.seen === fingerprint(answers)) return null;
  if (form.get("draft") === keys.draft && form.get("seen") === keys.seen) return null;
  return {
    differences: differencesOf(saved, answers),
    typed: { ...typedValues(form), ...keys },
    keepHref: name === "parcel" || comesFromReview ? place.reviewHref : place.parcelHref,
  };
}
