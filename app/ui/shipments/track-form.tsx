import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { TextField } from "../forms/text-field";

/** Asks for a waybill number, and opens its history: on another company's page in a new tab. `plain`: beside more important things. */
export function TrackForm(props: {
  token?: string;
  action?: string;
  typed?: string;
  isElsewhere: boolean;
  plain?: boolean;
}) {
  const { token, action, typed = "", isElsewhere, plain } = props;
  const newTab = isElsewhere ? { target: "_blank", rel: "noopener" } : {};
  return (
    <form method="post" action={action} {...newTab} className={plain ? "form" : "form card sign"}>
      {token ? <HiddenFields fields={{ token }} /> : null}
      <TextField
        name="waybill"
        label="Waybill number"
        hint={isElsewhere ? "It opens in a new tab." : undefined}
        state={{ values: { waybill: typed }, errors: {} }}
        // Lets the browser refuse a blank field, even without scripts.
        pattern=".*\S.*"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        spellCheck={false}
      />
      <ButtonRow>
        <Button plain={plain}>Track</Button>
      </ButtonRow>
    </form>
  );
}
