import type { FormState } from "#app/domain/values/form-state";
import type { WebhookCallShown, WebhookShown } from "#app/http/pages/shop-shown.server";
import { accountPaths, paths } from "#app/paths";
import { CurrentPasswordField, UsernameForManagers } from "../../ui/accounts/login-forms";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { StepForm } from "../../ui/forms/step-form";
import { Notice } from "../../ui/notice";
import { FactList } from "../../ui/shipments/summary-card";

/** The shop's addresses that we call. */
export function Webhooks({ webhooks, token }: { webhooks: WebhookShown[]; token: string }) {
  if (webhooks.length === 0)
    return (
      <p>
        Your program can be told of each parcel as it moves.{" "}
        <a href={`${paths.developers}#webhooks`}>Register its address</a>, and its calls are here.
      </p>
    );
  return (
    <ul className="stack">
      {webhooks.map((webhook) => (
        <li className="card" key={webhook.id}>
          <Webhook {...{ webhook, token }} />
        </li>
      ))}
    </ul>
  );
}

function Webhook({ webhook, token }: { webhook: WebhookShown; token: string }) {
  const { id, host, events, state, isOff, isBehind, calls } = webhook;
  return (
    <>
      <h3>{host}</h3>
      <FactList
        facts={[
          { label: "Now", value: state },
          { label: "Told of", value: events },
        ]}
      />
      <form method="post" action={accountPaths.shop()}>
        <HiddenFields fields={{ webhookId: id, token }} />
        <ButtonRow>
          {isBehind ? (
            <Button plain name="intent" value="again">
              {isOff ? "Switch on and send again" : "Send again all that was given up"}
            </Button>
          ) : null}
          {isOff ? null : (
            <Button plain name="intent" value="try">
              Try it
            </Button>
          )}
          <ButtonLink plain href={`${accountPaths.shop({ secret: id })}#webhooks`}>
            New secret
          </ButtonLink>
        </ButtonRow>
      </form>
      {calls.length > 0 ? (
        <details open={isBehind}>
          <summary>{calls.length === 1 ? "The last call" : `The last ${calls.length} calls`}</summary>
          <Calls {...{ id, token, calls }} />
        </details>
      ) : null}
    </>
  );
}

/** A webhook's newest calls and their answers. An answer is text of the shop's own program. */
function Calls({ id, token, calls }: { id: string; token: string; calls: WebhookCallShown[] }) {
  return (
    <form method="post" action={accountPaths.shop()}>
      <HiddenFields fields={{ webhookId: id, token }} />
      <ul className="calls">
        {calls.map((call) => (
          <li key={call.id}>
            <b>{call.what}</b> <span className="soft line">{call.at}</span>{" "}
            <span className="line">
              {[call.state, call.noAnswer].filter(Boolean).join(". ")}
              {call.answer ? (
                <>
                  . Answer: <bdi>{call.answer}</bdi>
                </>
              ) : null}
            </span>{" "}
            {call.mayGoAgain ? (
              <Button quiet name="callId" value={call.id}>
                Send again
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Asks for the password before a webhook gets another secret. */
export function NewSecretForm(props: {
  webhook: WebhookShown;
  state: FormState;
  hidden: { id: string; token: string };
  email: string;
}) {
  const { webhook, state, hidden, email } = props;
  return (
    <section className="card sign" aria-labelledby="new-secret">
      <h3 id="new-secret">A new secret for {webhook.host}</h3>
      <p>For 24 hours each call is signed with both, so that you have time to put the new one into your program.</p>
      <StepForm
        state={state}
        submit="New secret"
        busyLabel="Changing…"
        complainsElsewhere
        hidden={{ ...hidden, id: state.values.id || hidden.id, webhookId: webhook.id, intent: "secret" }}
        backHref={accountPaths.shop()}
      >
        <UsernameForManagers email={email} />
        <CurrentPasswordField state={state} last />
      </StepForm>
    </section>
  );
}

/** The only time that a secret is shown on a page. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="good" title="This is the new secret">
      <p>Copy it into your program now. We don't show it again. The one before signs as well for 24 hours.</p>
      <pre>
        <code>{secret}</code>
      </pre>
    </Notice>
  );
}
