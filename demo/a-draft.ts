import { type Addresses, addressesSchema } from "#app/domain/form/addresses";
import type { CompleteDraft } from "#app/domain/form/draft";
import { type ParcelAnswers, parcelSchema } from "#app/domain/form/parcel";
import { newId } from "#app/domain/values/ids.server";
import { addresses, parcel } from "./typed-answers";

/** What differs from the usual parcel. */
export type Answers = { addresses?: Partial<Addresses>; parcel?: Partial<ParcelAnswers> };

/** A complete draft: two townships and one flyer bag, if nothing else is said. */
export function aDraft(answers: Answers = {}): CompleteDraft {
  return {
    id: newId(),
    addresses: { ...addressesSchema("home", any).parse(addresses), ...answers.addresses },
    parcel: {
      ...parcelSchema({ boxMessage: "", knowsBox: any, days: [], dayMessage: "" }).parse(parcel),
      ...answers.parcel,
    },
  };
}

const any = () => true;
