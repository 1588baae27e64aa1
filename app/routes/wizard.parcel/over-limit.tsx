import type { BoxChoice } from "#app/domain/prices/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { Button } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";

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
    <Notice tone="bad" title={`Over box limit of ${decimal(limitKg)} kg`}>
      <HiddenFields fields={{ overLimit: accepted }} />
      {heaviest ? (
        <>
          <p>
            No box takes that much: our heaviest, {heaviest.name}, takes {decimal(heaviest.maxWeightKg)} kg. A person
            works out the price, and you decide when you have it.
          </p>
          <Button plain formNoValidate>
            Ask us for a price
          </Button>
        </>
      ) : (
        <p>Weight exceeds the recommended limit for this box. Consider a larger box.</p>
      )}
      {instead ? (
        <Button plain name="useBox" value={instead.id} formNoValidate>
          Use {instead.name} instead{instead.price ? `, ${instead.price}` : ""}
        </Button>
      ) : null}
    </Notice>
  );
}
