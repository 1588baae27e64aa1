import { paths } from "#app/paths";
import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { TextField } from "../forms/text-field";

/** Where people find the number that the form asks for, and what to do without it. */
export function NumberHelp() {
  return (
    <section className="aside notice info" aria-labelledby="help">
      <h2 id="help">Where is my waybill number?</h2>
      <p>Your waybill number is on your slip, and in the email or text message that you got when you booked.</p>
      <p>A new waybill may take a few minutes to show.</p>
      <p className="links">
        <a href={paths.lost()}>I lost my waybill number</a> <a href={paths.contact}>Chat with us</a>
      </p>
    </section>
  );
}

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
