import type { BoxChoice } from "#app/domain/pricing/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** A parcel that is too heavy for its box: `instead` is the box that takes it, `accepted` what is posted to go on all the same. */
export type OverLimitAnswer = { limitKg: number; insteadId: string; accepted: string };

/** Spec section 5: "Over box limit of {n} kg". One press takes the larger box; the form's own button goes on as it is. */
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
