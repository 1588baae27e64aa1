import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "../../ui/forms/button";
import { Checkbox } from "../../ui/forms/checkbox";
import { ErrorSummary } from "../../ui/forms/error-summary";

/** Asks whoever pays for bookings that our office made to agree to the terms first. */
export function AgreeToTerms({ state }: { state: FormState }) {
  return (
    <form method="post" className="form">
      <ErrorSummary errors={state.errors} />
      <Checkbox name="terms" state={state} required>
        I agree to the <a href={paths.terms}>terms</a> for these parcels.
      </Checkbox>
      <ButtonRow>
        <Button name="intent" value="agree">
          Agree and continue
        </Button>
      </ButtonRow>
    </form>
  );
}
