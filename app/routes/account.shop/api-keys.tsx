import type { FormState } from "#app/domain/values/form-state";
import { accountPaths, paths } from "#app/paths";
import { CurrentPasswordField, UsernameForManagers } from "../../ui/accounts/login-forms";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { StepForm } from "../../ui/forms/step-form";
import { TextField } from "../../ui/forms/text-field";
import { Notice } from "../../ui/notice";
import { FactList } from "../../ui/shipments/summary-card";

type ShownKey = {
  id: string;
  name: string;
  start: string;
  madeAt: string;
  lastUsedAt: string | null;
  revoked: string | null;
};

/** The only time that a key is shown. */
export function NewApiKey({ apiKey }: { apiKey: string }) {
  return (
    <Notice tone="good" title="This is your key">
      <p>Copy it now. We can't show it again: we keep only a hash of it.</p>
      <pre>
        <code>{apiKey}</code>
      </pre>
      <p>Keep it on your server, like a password. Whoever has it can book in your name.</p>
    </Notice>
  );
}

export function ApiKeyList({ keys }: { keys: ShownKey[] }) {
  return (
    <ul className="stack">
      {keys.map(({ id, name, start, madeAt, lastUsedAt, revoked }) => (
        <li className="card" key={id}>
          <h3>{name}</h3>
          <FactList
            facts={[
              { label: "Begins with", value: start },
              { label: "Made", value: madeAt },
              { label: "Last used", value: lastUsedAt ?? "Never" },
              ...(revoked ? [{ label: "Revoked", value: revoked }] : []),
            ]}
          />
          {revoked ? null : (
            <ButtonRow>
              <ButtonLink plain href={`${accountPaths.shop({ key: id })}#change`}>
                Name or revoke
              </ButtonLink>
            </ButtonRow>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Makes a key or, with one chosen, names or revokes it. */
export function ApiKeyForm(props: {
  state: FormState;
  chosen: ShownKey | null;
  hidden: { id: string; token: string };
  email: string;
}) {
  const { state, chosen, hidden, email } = props;
  const carried = chosen
    ? { ...hidden, id: chosen.id, change: "name" }
    : { ...hidden, id: state.values.id || hidden.id };
  return (
    <>
      <h3 id="change">{chosen ? `The key “${chosen.name}”` : "Make a key"}</h3>
      <StepForm
        state={state}
        submit={chosen ? "Save name" : "Make a key"}
        busyLabel="Saving…"
        hidden={carried}
        more={
          chosen ? (
            <Button danger name="intent" value="revoke">
              Revoke this key
            </Button>
          ) : null
        }
        backHref={chosen ? accountPaths.shop() : accountPaths.overview}
      >
        <UsernameForManagers email={email} />
        <TextField
          name="name"
          label="Name of the key"
          state={state}
          defaultValue={chosen?.name}
          hint="For you, such as “My shop”."
          autoComplete="off"
        />
        <CurrentPasswordField state={state} last />
        {chosen ? null : (
          <p>
            By making a key you agree that <a href={paths.terms}>our terms</a> apply to each booking made with it.
          </p>
        )}
      </StepForm>
    </>
  );
}
