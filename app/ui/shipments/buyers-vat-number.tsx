import type { FormState } from "#app/domain/values/form-state";
import { Button, ButtonRow } from "../forms/button";
import { ErrorSummary } from "../forms/error-summary";
import { TextField } from "../forms/text-field";

/**
 * Asks for the buyer's VAT number before an invoice that needs it is issued.
 * @param props.kept the number that was given; null if none was, or if this browser may not know it
 */
export function BuyersVatNumber({ state, kept, isKept }: { state: FormState; kept: string | null; isKept: boolean }) {
  return (
    <form method="post" className="form">
      <ErrorSummary errors={state.errors} />
      <TextField
        name="vatNumber"
        label="Your VAT number"
        state={state}
        required={false}
        optionalIf="if you are a VAT vendor"
        hint={isKept ? "The invoice will have it." : "For the invoice. It has 10 digits and begins with 4."}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        width="short"
        defaultValue={kept ?? undefined}
      />
      <ButtonRow>
        <Button plain>Put it on the invoice</Button>
      </ButtonRow>
    </form>
  );
}
