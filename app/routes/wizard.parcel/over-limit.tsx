import type { BoxChoice } from "#app/domain/prices/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { Button } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { LARGER_BOX, noBoxTakesIt, OVER_LIMIT } from "../../ui/shipments/parcel-fields";

/** A parcel too heavy for its box: `accepted` is posted to go on anyway. */
export type OverLimitAnswer = {
  limitKg: number;
  /** The box that takes it. */
  insteadId?: string;
  /** Where none does, the one that takes most. */
  heaviest: { name: string; maxWeightKg: number } | null;
  accepted: string;
};

/**
 * Specification section 5: "Over box limit of {n} kg". One button takes the larger box; the form's own button goes on
 * unchanged. What no box takes is priced by a person.
 */
export function OverLimit({ limitKg, instead, heaviest, accepted }: OverLimitAnswer & { instead?: BoxChoice }) {
  return (
    <Notice tone="bad" title={`${OVER_LIMIT} ${decimal(limitKg)} kg`} explains>
      <HiddenFields fields={{ overLimit: accepted }} />
      {heaviest ? (
        <>
          <p>{noBoxTakesIt(heaviest)}</p>
          <Button plain formNoValidate>
            Ask us for a price
          </Button>
        </>
      ) : (
        <p>{LARGER_BOX}</p>
      )}
      {instead ? (
        <Button plain name="useBox" value={instead.id} formNoValidate>
          Use {instead.name} instead{instead.price ? `, ${instead.price}` : ""}
        </Button>
      ) : null}
    </Notice>
  );
}
