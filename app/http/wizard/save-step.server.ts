import type { Addresses } from "#app/domain/form/addresses";
import { type CompleteDraft, type Draft, isComplete } from "#app/domain/form/draft";
import { type Difference, differencesOf } from "#app/domain/form/edit-conflict";
import type { Parcel } from "#app/domain/form/parcel";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import { type Pricing, priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import { networkOf } from "#app/domain/values/network.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { takeTurn, waitingFor } from "#app/http/limits/turns.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { stepOf } from "#app/http/wizard/journey";
import { services } from "#app/services.server";
import { writeDraft } from "./draft-cookies.server";
import type { OpenStep } from "./open-step.server";
import { forgetTyped } from "./typed-cookie.server";

/** A form with valid answers, and the address that it came from. */
type Sent<Answers> = { form: FormData; clientAddress: string | undefined; answers: Answers };

/** What the page shows for a form that was not saved, and the answer's status and headers. */
export type NotSaved = {
  errors: Record<string, string[]>;
  /** Another tab has saved different answers: what differs, what to post again, and the link on with what is saved. */
  conflict: { differences: Difference[]; typed: Record<string, string>; keepHref: string } | null;
  /** The price has to wait a little. */
  wait: { words: string; typed: Record<string, string> } | null;
  answer: ResponseInit;
};

/**
 * Saves a step's answers and goes on: to the next step, or to the price and the review once everything is answered.
 * Saves nothing if another tab changed the answers since the form was shown, while the database can't be written, or
 * while the form has to wait its turn on a busy network.
 */
export async function saveStep(step: OpenStep, sent: Sent<Addresses | Parcel>): Promise<Response | NotSaved> {
  const conflict = conflictOf(step, sent);
  if (conflict) return notSaved({ conflict, answer: privately(409) });
  return unlessUnwritable(
    () => save(step, sent),
    (words, answer) => notSaved({ errors: { "": [words] }, answer }),
  );
}

async function save(step: OpenStep, { form, clientAddress, answers }: Sent<Addresses | Parcel>) {
  const { request, journey, name, draft, customer } = step;
  const answered: Draft = { ...draft, [name]: answers };
  // Only this step's cookie: the browser still has the other one, and data is expensive.
  const cookies = [
    ...writeDraft(journey, { id: draft.id, [name]: answers }, customer.owner),
    ...forgetTyped(request, journey, name),
  ];
  const wantsPrice = name === "parcel" || step.comesFromReview;
  if (!wantsPrice || !isComplete(answered)) return onward(stepOf(journey, "parcel").path + carriedBox(form), cookies);

  let pricing: Pricing = "again";
  if (!step.quote) {
    const turn = await takeTurn("quotes", networkOf(clientAddress), form, new Date());
    if (turn.kind !== "now") return notSaved(waitingFor(turn, form, cookies));
    pricing = turn.asked;
  }
  const owning = await price(step, pricing, answered);
  return onward(stepOf(journey, "review").path, [...cookies, ...owning]);
}

/** The first step has no field for a quick price's box, so it is passed on. */
function carriedBox(form: FormData): string {
  const boxId = carriedValue(form, "box");
  return /^[\w-]+$/.test(boxId) ? `?${new URLSearchParams({ selectedBoxId: boxId })}` : "";
}

async function price({ journey, customer }: OpenStep, pricing: Pricing, draft: CompleteDraft): Promise<string[]> {
  const office = await services();
  return customer.own((owner) => priceDraft(office, pricing, journey.name, draft, owner, new Date()));
}

function conflictOf(step: OpenStep, { form, answers }: Sent<Addresses | Parcel>): NotSaved["conflict"] {
  const { name, draft, keys, comesFromReview, place } = step;
  const saved = name === "review" ? undefined : draft[name];
  if (!saved || keys.seen === fingerprint(answers)) return null;
  if (form.get("draft") === keys.draft && form.get("seen") === keys.seen) return null;
  return {
    differences: differencesOf(saved, answers),
    typed: { ...typedValues(form), ...keys },
    keepHref: name === "parcel" || comesFromReview ? place.reviewHref : place.parcelHref,
  };
}

function notSaved(reason: Partial<NotSaved> & Pick<NotSaved, "answer">): NotSaved {
  return { errors: {}, conflict: null, wait: null, ...reason };
}
