import type { BoxChoice } from "#app/domain/pricing/box-choices";
import type { Difference } from "#app/domain/shipments/edit-conflict";
import type { FormState } from "#app/domain/values/form-state";
import { StepForm } from "../../forms/step-form";
import { Notice } from "../../notice";
import { CollectionWish } from "../collection-wish";
import { EditConflict } from "../edit-conflict";
import { ParcelFields } from "../parcel-fields";
import { StartAgain } from "../start-again";
import { StepHeader } from "../step-header";
import { type Waiting, WaitYourTurn } from "../wait-your-turn";
import type { StepPlace } from "./step-place";

export type ParcelPage = {
  values: Record<string, string>;
  keys: Record<string, string>;
  place: StepPlace;
  boxes: BoxChoice[];
  isAbroad: boolean;
  collectionDays: { value: string; text: string }[];
  needsNewPrice: boolean;
};

export type ParcelAnswer = FormState & {
  conflict: { differences: Difference[]; typed: Record<string, string> } | null;
  /** The price has to wait a little. */
  wait: Waiting | null;
};

/** A wizard's second step: what is sent. */
export function ParcelStep({ page, answer }: { page: ParcelPage; answer: ParcelAnswer | undefined }) {
  const { keys, place, boxes, isAbroad, needsNewPrice } = page;
  const state: FormState = answer ?? { values: page.values, errors: {} };
  if (answer?.conflict) return <EditConflict {...answer.conflict} keepHref={place.reviewHref} />;
  if (answer?.wait) return <WaitYourTurn {...answer.wait} submit="Calculate Quote" busyLabel="Calculating…" />;
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {needsNewPrice ? (
        <Notice tone="info">
          <p>The price has to be worked out again: your details have changed, or it was held for too long.</p>
        </Notice>
      ) : null}
      <StepForm
        state={state}
        submit="Calculate Quote"
        busyLabel="Calculating…"
        needsAll
        hidden={keys}
        backHref={place.addressesHref}
      >
        <ParcelFields boxes={boxes} state={state} international={isAbroad} />
        <CollectionWish days={page.collectionDays} state={state} />
      </StepForm>
      <StartAgain action={place.startAgainAction} token={keys.token} />
    </>
  );
}
