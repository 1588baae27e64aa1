import { blankForm } from "#app/ui/forms/field-state";
import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { TextField } from "../forms/text-field";

/** Asks for a waybill number and opens its history in a new tab. */
export function TrackForm({ token, action }: { token?: string; action?: string }) {
  return (
    <form method="post" action={action} target="_blank" rel="noopener" className="form card sign">
      {token ? <HiddenFields fields={{ token }} /> : null}
      <TextField
        name="waybill"
        label="Waybill number"
        hint="It opens in a new tab."
        state={blankForm}
        // Lets the browser refuse a blank field, even without scripts.
        pattern=".*\S.*"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        spellCheck={false}
      />
      <ButtonRow>
        <Button>Track</Button>
      </ButtonRow>
    </form>
  );
}
