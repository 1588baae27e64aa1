import type { BoxChoice } from "#app/domain/pricing/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** A parcel too heavy for its box: `instead` is a box that takes it, `accepted` is posted to go on anyway. */
export type OverLimitAnswer = { limitKg: number; insteadId: string; accepted: string };

/**
 * Specification section 5: "Over box limit of {n} kg". One button takes the larger box; the form's own button goes on
 * unchanged.
 */
export function OverLimit({ limitKg, instead, accepted }: { limitKg: number; instead: BoxChoice; accepted: string }) {
  return (
    <Notice tone="bad" title={`Over box limit of ${decimal(limitKg)} kg`}>
      <p>Weight exceeds the recommended limit for this box. Consider a larger box.</p>
      <HiddenFields fields={{ overLimit: accepted }} />
      <Button name="useBox" value={instead.id} formNoValidate>
        Use {instead.name} instead{instead.price ? `, ${instead.price}` : ""}
      </Button>
    </Notice>
  );
}
