import type { FormState } from "#app/domain/values/form-state";
import { Button, ButtonRow } from "../forms/button";
import { Checkbox } from "../forms/checkbox";
import { ErrorSummary } from "../forms/error-summary";
import { describedBy, Field } from "../forms/field";
import { fieldState } from "../forms/field-state";
import { HiddenFields } from "../forms/hidden-fields";
import { SelectField } from "../forms/select-field";
import { TextField } from "../forms/text-field";
import { Linked, type NamedPages } from "./answer-panel";

/** A field of a command's page. */
export type CommandField = {
  name: string;
  label: string;
  hint?: string;
  required: boolean;
  control: "line" | "lines" | "choice" | "tick" | "file";
  choices: string[];
};

/** A button, and what it asks for. */
export type CommandButton = { intent: string; words: string; isPlain?: boolean };

/** More fields than these stand beside each other where there is room. */
const MANY = 8;

/** A command's form, drawn from its arguments. */
export function CommandForm(props: {
  action: string;
  fields: CommandField[];
  state: FormState;
  hidden: Record<string, string>;
  buttons: CommandButton[];
  named: NamedPages;
}) {
  const { action, fields, state, hidden, buttons, named } = props;
  const takesFile = fields.some(({ control }) => control === "file");
  // Do it stands below what would happen, and not below all the fields.
  const isChecked = buttons[0]?.intent === "do" && Object.keys(state.errors).length === 0;
  const all = fields.map((field) => <OneField key={field.name} field={field} state={state} named={named} />);
  return (
    <form
      method="post"
      action={action}
      className={fields.length > MANY && !isChecked ? "form many" : "form"}
      encType={takesFile ? "multipart/form-data" : undefined}
      noValidate
    >
      <ErrorSummary errors={state.errors} />
      <HiddenFields fields={hidden} />
      {isChecked ? (
        <>
          <Buttons buttons={buttons.slice(0, 1)} />
          <details>
            <summary>Change what you typed</summary>
            {all}
            <Buttons buttons={buttons.slice(1)} />
          </details>
        </>
      ) : (
        <>
          {all}
          <Buttons buttons={buttons} />
        </>
      )}
    </form>
  );
}

function Buttons({ buttons }: { buttons: CommandButton[] }) {
  return (
    <ButtonRow>
      {buttons.map(({ intent, words, isPlain }) => (
        <Button key={intent} name="intent" value={intent} plain={isPlain} busyLabel="One moment…">
          {words}
        </Button>
      ))}
    </ButtonRow>
  );
}

function OneField({ field, state, named }: { field: CommandField; state: FormState; named: NamedPages }) {
  const { name, label, required, control, choices } = field;
  const words = control === "tick" ? lowered(field.hint) : field.hint;
  const hint = words ? <Linked words={words} named={named} isExample /> : undefined;
  if (control === "tick")
    return (
      <Checkbox name={name} state={state}>
        <b>{label}</b>
        {hint ? <>: {hint}</> : null}
      </Checkbox>
    );
  if (control === "choice")
    return <SelectField {...{ name, label, state, choices, required, hint }} placeholder={required ? "Choose…" : ""} />;
  if (control === "line")
    return <TextField {...{ name, label, state, required, hint }} autoComplete="off" spellCheck={false} />;
  const { value, error } = fieldState(state, name);
  const shared = {
    "aria-describedby": describedBy(name, hint, error),
    "aria-invalid": error ? (true as const) : undefined,
  };
  if (control === "lines")
    return (
      <Field {...{ name, label, required, hint, error }}>
        <textarea id={name} name={name} rows={3} spellCheck={false} defaultValue={value} {...shared} />
      </Field>
    );
  return (
    <>
      <Field {...{ name, label, required, hint, error }}>
        <input id={name} name={name} type="file" {...shared} />
      </Field>
      <Field name={`${name}-pasted`} label="Or paste it" required={false}>
        <textarea
          id={`${name}-pasted`}
          name={`${name}-pasted`}
          rows={5}
          spellCheck={false}
          defaultValue={state.values[name] ?? ""}
        />
      </Field>
    </>
  );
}

function lowered(words = ""): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
