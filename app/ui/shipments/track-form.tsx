import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { TextField } from "../forms/text-field";
import { shown } from "../words";

/** Where people find the number that the form asks for, and what to do without it. */
export function NumberHelp({ isElsewhere }: { isElsewhere: boolean }) {
  const { form, buttons } = catalogue().tracking;
  return (
    <section className="aside notice info" aria-labelledby="help">
      <h2 id="help">{shown(form.help)}</h2>
      <p>{shown(form.whereItIs)}</p>
      <p>{shown(form.fewMinutes[isElsewhere ? "elsewhere" : "here"])}</p>
      <p className="links">
        <EachApart>
          <a href={paths.lost()}>{shown(catalogue().lost.title)}</a> <a href={paths.contact}>{shown(buttons.chat)}</a>
        </EachApart>
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
  const words = catalogue().tracking.form;
  const newTab = isElsewhere ? { target: "_blank", rel: "noopener" } : {};
  return (
    <form method="post" action={action} {...newTab} className={plain ? "form" : "form card sign"}>
      {token ? <HiddenFields fields={{ token }} /> : null}
      <TextField
        name="waybill"
        label={plainText(words.number)}
        hint={isElsewhere ? shown(words.newTab) : undefined}
        state={{ values: { waybill: typed }, errors: {} }}
        // Lets the browser refuse a blank field, even without scripts.
        pattern=".*\S.*"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        spellCheck={false}
      />
      <ButtonRow>
        <Button plain={plain}>{shown(words.track)}</Button>
      </ButtonRow>
    </form>
  );
}
