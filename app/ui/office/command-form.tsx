import { Fragment } from "react";
import type { FormState } from "#app/domain/values/form-state";
import type { Said } from "#app/language/said";
import { Button, ButtonRow } from "../forms/button";
import { Checkbox } from "../forms/checkbox";
import { ErrorSummary } from "../forms/error-summary";
import { describedBy, Field } from "../forms/field";
import { fieldState } from "../forms/field-state";
import { Fieldset } from "../forms/fieldset";
import { HiddenFields } from "../forms/hidden-fields";
import { type Choice, SelectField } from "../forms/select-field";
import { DayField } from "./day-field";
import { SaidWords } from "./said";

/** A field of a command's page. */
export type CommandField = {
  name: string;
  label: string;
  hint?: Said;
  required: boolean;
  control: "line" | "lines" | "choice" | "tick" | "file" | keyof typeof inputs;
  choices: Choice[];
  /** The name of what is pressed instead of typing a day. */
  chosenDay: string;
  /** Fields of one group follow each other, below its name. */
  group?: string;
  /** It says what the page is about, and can't be changed there. */
  isFixed?: boolean;
};

/** An old browser shows a line of text, in which a day or a time may be typed as in a terminal. */
const inputs = { day: "date", time: "time", moment: "datetime-local" } as const;

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
  /** It only asks of what, which is a part of the page's address. */
  isAsking?: boolean;
}) {
  const { action, fields, state, hidden, buttons, isAsking } = props;
  const takesFile = fields.some(({ control }) => control === "file");
  // Do it stands below what would happen, and not below all the fields.
  const isChecked = buttons[0]?.intent === "do" && Object.keys(state.errors).length === 0;
  const all = groupsOf(fields).map((group) => {
    const its = group.map((field) => <OneField key={field.name} field={field} state={state} />);
    const [{ name, group: legend } = { name: "", group: undefined }] = group;
    return legend ? (
      <Fieldset key={name} legend={legend}>
        {its}
      </Fieldset>
    ) : (
      <Fragment key={name}>{its}</Fragment>
    );
  });
  return (
    <form
      method={isAsking ? "get" : "post"}
      action={action}
      className={fields.length > MANY && !isChecked ? "form many" : "form"}
      encType={takesFile ? "multipart/form-data" : undefined}
      noValidate
    >
      <ErrorSummary errors={state.errors} />
      {isAsking ? null : <HiddenFields fields={hidden} />}
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
        <Button
          key={intent}
          name={intent ? "intent" : undefined}
          value={intent || undefined}
          plain={isPlain}
          busyLabel="One moment…"
        >
          {words}
        </Button>
      ))}
    </ButtonRow>
  );
}

function OneField({ field, state }: { field: CommandField; state: FormState }) {
  const { name, label, required, control, choices } = field;
  const hint = field.hint ? <SaidWords said={field.hint} /> : undefined;
  if (control === "tick")
    return (
      <Checkbox name={name} state={state}>
        {hint ? (
          <>
            <b>{label}</b>: {hint}
          </>
        ) : (
          label
        )}
      </Checkbox>
    );
  if (control === "choice")
    return <SelectField {...{ name, label, state, choices, required, hint }} placeholder={required ? "Choose…" : ""} />;
  if (control === "day" && !field.isFixed)
    return <DayField {...{ name, label, state, required, hint }} named={choices} chosenDay={field.chosenDay} />;
  const { value, error } = fieldState(state, name);
  const isOptional = !required && !field.group;
  const shared = describedBy(name, hint, error);
  const types: Partial<Record<CommandField["control"], string>> = inputs;
  const type = types[control];
  if (control === "line" || type)
    return (
      <Field {...{ name, label, hint, error }} required={!isOptional}>
        <input
          {...{ id: name, name, type, required, ...shared }}
          className={type ? "short" : undefined}
          readOnly={field.isFixed}
          autoComplete="off"
          spellCheck={false}
          defaultValue={value}
        />
      </Field>
    );
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

/** Fields that follow each other and have one group, together. */
function groupsOf(fields: CommandField[]): CommandField[][] {
  const groups: CommandField[][] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last?.[0] && last[0].group === field.group) last.push(field);
    else groups.push([field]);
  }
  return groups;
}
