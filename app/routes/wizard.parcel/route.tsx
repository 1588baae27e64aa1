import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Addresses, isLocal } from "#app/domain/form/addresses";
import { limits } from "#app/domain/form/fields";
import { type ParcelAnswers, parcelSchema, typedKg } from "#app/domain/form/parcel";
import { savedValues } from "#app/domain/form/saved-values";
import { withKeptDays } from "#app/domain/parcels/kept-days.server";
import { boxChoices, boxForWeight, cheapestThatFits, offeredBoxes, tooHeavyFor } from "#app/domain/prices/box-choices";
import { boxPictures } from "#app/domain/prices/box-pictures.server";
import { boxPrices, NO_PRICES, type Route } from "#app/domain/prices/box-prices";
import { delaysAt } from "#app/domain/prices/delays.server";
import { collectionDays } from "#app/domain/prices/open-days.server";
import { placeTyped } from "#app/domain/prices/place-on-route.server";
import { usualDelivery } from "#app/domain/prices/usual-delivery.server";
import type { FormState } from "#app/domain/values/form-state";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { landmarksReadAs } from "#app/http/forms/landmarks.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { privately } from "#app/http/pages/private-page.server";
import { keepTyped, typedAt } from "#app/http/wizard/draft-cookies.server";
import { journeyAt, stepTitle } from "#app/http/wizard/journey";
import { type OpenStep, openStep, type Read, takeStep } from "#app/http/wizard/open-step.server";
import { type NotSaved, saveStep } from "#app/http/wizard/save-step.server";
import { CollectionWish } from "#app/routes/wizard.parcel/collection-wish";
import { OverLimit, type OverLimitAnswer } from "#app/routes/wizard.parcel/over-limit";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { EditConflict } from "#app/ui/shipments/edit-conflict";
import { ParcelFields } from "#app/ui/shipments/parcel-fields";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StepHeader } from "#app/ui/shipments/step-header";
import { Trip, Unpriced } from "#app/ui/shipments/trip";
import { WaitYourTurn } from "#app/ui/shipments/wait-your-turn";

export const handle = { enhance: true };
export const meta: MetaFunction = ({ location }) => privatePageMeta(stepTitle(journeyAt(location.pathname), "parcel"));

/** A wizard's second step: the parcel. */
export async function loader(args: LoaderFunctionArgs) {
  const { journey, customer, draft, quote, state, keys, place } = await openStep(args, "parcel");
  const { addresses, parcel } = draft;
  const { shownPricing: pricing, store } = args.context.services;
  const now = new Date();
  const isAbroad = addresses !== undefined && !isLocal(addresses);
  const offered = await offeredBoxes(pricing);
  const prices = addresses ? await boxPrices(pricing, offered, routeOf(addresses)) : NO_PRICES;
  const { days, called } = prices.kind === "priced" ? prices : { days: null, called: null };
  const way = addresses ? { from: addresses.fromPostal, to: isAbroad ? "" : addresses.toPostal } : {};
  const collection = { day: parcel?.collectionDay, since: now, ...way };
  const delivery = days && (await usualDelivery(store.read, days, collection, now));
  const kept = delivery && addresses && !isAbroad && (await withKeptDays(store.read, delivery, addresses, now));
  const carried = typedQuery(args.request).get("selectedBoxId");
  const isOffered = offered.some(({ id }) => id === carried);
  const page = {
    values: {
      ...savedValues(parcel),
      ...typedAt(args.request, args.context.settings, journey, "parcel", customer.owner),
      ...(carried && isOffered && { selectedBoxId: carried }),
    },
    keys,
    place,
    boxes: boxChoices(offered, {
      prices,
      withVolumetric: isAbroad,
      pictureOf: await boxPictures(store.read, saDay(now)),
    }),
    unpriced: prices.kind === "priced" ? null : prices.kind,
    trip: {
      from: addresses ? `${placeTyped(addresses, "from", called?.from)} ${addresses.fromPostal}` : "",
      to: addresses
        ? `${placeTyped(addresses, "to", called?.to)} ${isAbroad ? addresses.toCountry : addresses.toPostal}`
        : "",
      delivery,
    },
    withKept: kept || delivery,
    isAbroad,
    collectionDays: (await collectionDays(store.read, addresses?.fromPostal ?? null, now)).map((day) => ({
      value: day,
      text: shortDate(day),
    })),
    readAs: addresses ? await landmarksReadAs(args.context.services, addresses) : [],
    delays: addresses ? await delaysAt(store.read, now, Object.values(way)) : [],
    needsNewPrice: quote !== null && state === "unpriced" && parcel !== undefined,
  };
  return json(page, privately());
}

/** Saves the parcel and prices it. */
export async function action(args: ActionFunctionArgs) {
  return takeStep(args, "parcel", readParcel, saveStep);
}

async function readParcel({ form, journey, customer, draft, context }: OpenStep): Promise<Read<ParcelAnswers, Shown>> {
  const larger = form.get("useBox");
  if (typeof larger === "string") form.set("selectedBoxId", larger);
  const values = typedValues(form);
  if (values.intent === "keep" || values.intent === "back") {
    const cookies = keepTyped(context.settings, journey, "parcel", customer.owner, values);
    return { state: values.intent === "keep" ? "left" : "back", cookies };
  }
  const shown: Shown = { values, errors: {}, conflict: null, wait: null, overLimit: null };

  const { pricing } = context.services;
  const offered = await offeredBoxes(pricing);
  const boxIds = offered.map((box) => box.id);
  const days = await collectionDays(context.services.store.read, draft.addresses?.fromPostal ?? null, new Date());
  const schema = parcelSchema({
    boxMessage: journey.boxMessage,
    knowsBox: (id) => boxIds.includes(id),
    days: [...new Set([...days, draft.parcel?.collectionDay ?? ""])],
    dayMessage: "Collection day must be chosen from the list",
  });
  const checked = checkForm(form, schema);
  if (!checked.ok) return { state: "wrong", shown: { ...shown, errors: checked.state.errors } };
  const { selectedBoxId, weight } = checked.answers;
  const over = boxForWeight(offered, selectedBoxId, weight);
  const accepted = `${selectedBoxId} ${weight}`;
  // Asked only once: the customer may go on with this box and this weight.
  if (over && form.get("overLimit") !== accepted) {
    const heaviest = await tooHeavyFor(pricing, weight);
    const overLimit = { limitKg: over.limitKg, insteadId: over.instead?.id, heaviest, accepted };
    const errors = { weight: ["Heavier than this box takes: see above."] };
    if (over.instead || heaviest) return { state: "over the limit", shown: { ...shown, errors, overLimit } };
  }
  return { answers: checked.answers, shown };
}

type Shown = NotSaved & { values: Record<string, string>; overLimit: OverLimitAnswer | null };

function routeOf(addresses: Addresses): Route {
  const { fromPostal, toPostal, toCountry } = addresses;
  return isLocal(addresses) ? { fromPostal, toPostal } : { fromPostal, toCountry };
}

/** What the button is about to confirm; where scripts run, it follows the choice. */
function ChosenPrice({ boxes, id }: { boxes: readonly { id: string; price?: string }[]; id: string | undefined }) {
  return (
    <b className="price" data-chosen>
      {boxes.find((box) => box.id === id)?.price}
    </b>
  );
}

export default function ParcelStep() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { keys, place, boxes, isAbroad, needsNewPrice } = page;
  if (answer?.conflict) return <EditConflict {...answer.conflict} />;
  if (answer?.wait) return <WaitYourTurn {...answer.wait} submit="Calculate Quote" busyLabel="Calculating…" />;
  const state: FormState = answer ?? { values: page.values, errors: {} };
  const weightKg = typedKg(state.values.weight?.slice(0, limits.typedNumber)) || 0;
  const instead = boxes.find(({ id }) => id === answer?.overLimit?.insteadId);
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {/* A step with errors has no bytes left for more than the usual days. */}
      <Trip {...page.trip} delivery={answer ? page.trip.delivery : page.withKept} editHref={place.addressesHref} />
      {page.readAs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {needsNewPrice ? (
        <Notice tone="info">
          <p>The price has to be worked out again: your details have changed, or it was held for too long.</p>
        </Notice>
      ) : null}
      <DelayNotice lines={page.delays} />
      {page.unpriced ? <Unpriced why={page.unpriced} /> : null}
      {/* Prices always include VAT: the posted value isn't read (docs/decisions/0008). */}
      <StepForm
        state={state}
        early={answer?.overLimit ? <OverLimit {...answer.overLimit} instead={instead} /> : null}
        submit="Calculate Quote"
        busyLabel="Calculating…"
        needsAll="keep"
        sideBySide
        hidden={{ ...keys, applyVat: "true" }}
        backIntent
        more={<ChosenPrice boxes={boxes} id={state.values.selectedBoxId} />}
      >
        <ParcelFields
          boxes={boxes}
          cheapest={cheapestThatFits(boxes, weightKg)}
          state={state}
          international={isAbroad}
        />
        <CollectionWish days={page.collectionDays} state={state} />
      </StepForm>
      <StartAgain action={place.startAgainAction} token={keys.token} continueHref={place.continueHref} />
    </>
  );
}
