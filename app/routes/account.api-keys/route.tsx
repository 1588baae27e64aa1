import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isVerified } from "#app/domain/accounts/account";
import { ApiKeySchema } from "#app/domain/accounts/forms";
import { keysOf, makeKey, renameKey, revokeKey } from "#app/domain/accounts/keys.server";
import { formKeyOf } from "#app/domain/limits/done-once.server";
import { limits } from "#app/domain/limits/limits";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import type { FormState } from "#app/domain/values/form-state";
import { newId } from "#app/domain/values/ids.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { accountPaths, paths } from "#app/paths";
import { ApiKeyForm, ApiKeyList, NewApiKey } from "#app/routes/account.api-keys/api-keys";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice, ShortNotice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const FULL = `An account can have ${limits.apiKeys.points} keys. Revoke one first.`;
const USED = "This form has made a key before, which is in use. Open this page again to make another.";
const UNVERIFIED = "Prove your email address first.";
const DONE: Record<string, string> = {
  named: "The name was saved.",
  revoked: "The key was revoked. It no longer works.",
};

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("API keys");

/** The account's keys; with `?key=`, one of them in the form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const { store } = context.services;
  const query = typedQuery(request);
  const keys = await keysOf(store.read, account.uid);
  const shown = keys.map(({ id, name, start, madeAt, lastUsedAt, revokedAt, revokedBy }) => ({
    ...{ id, name, start },
    madeAt: saDateTime(madeAt),
    lastUsedAt: lastUsedAt && saDateTime(lastUsedAt),
    revoked: revokedAt && `${saDateTime(revokedAt)}, by ${revokedBy === "office" ? "our office" : "you"}`,
  }));
  const page = {
    keys: shown,
    chosen: shown.find(({ id, revoked }) => id === query.get("key") && !revoked) ?? null,
    hidden: { id: newId(), token: formToken },
    email: account.email,
    isVerified: isVerified(account),
    full: shown.filter(({ revoked }) => !revoked).length >= limits.apiKeys.points ? FULL : null,
    done: DONE[query.get("done") ?? ""] ?? null,
  };
  return json(page, privately());
}

/** Makes, names or revokes a key. Only the answer that makes a key shows it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const { uid } = account;
  const refused = (errors: FormState["errors"], how: PrivateAnswer) =>
    json({ state: withoutSecrets({ values: typedValues(form), errors }), made: null }, how);
  const checked = checkForm(form, ApiKeySchema);
  if (!checked.ok) return refused(checked.state.errors, privately(400));
  if (!isVerified(account)) return refused({ "": [UNVERIFIED] }, privately(403));
  const { name, currentPassword } = checked.answers;
  const [id, now] = [carriedValue(form, "id"), new Date()];
  const change = async () => {
    const wrong = await wrongPassword(uid, currentPassword, context);
    if (wrong) return refused(wrong.errors, wrong.answer);
    const { store } = context.services;
    if (form.get("intent") === "revoke") {
      await store.tx((tx) => revokeKey(tx, uid, id, now));
      return onward(accountPaths.apiKeys({ done: "revoked" }));
    }
    if (carriedValue(form, "change") === "name") {
      await store.tx((tx) => renameKey(tx, uid, id, name));
      return onward(accountPaths.apiKeys({ done: "named" }));
    }
    const keyId = formKeyOf([uid, id || newId()], [name]);
    const key = { id: keyId, uid, name, mode: context.settings.payfast.mode, termsVersion: TERMS_VERSION };
    const made = await store.tx((tx) => makeKey(tx, key, now));
    if (made.kind !== "made") return refused({ "": [made.kind === "full" ? FULL : USED] }, privately(409));
    return json({ state: blankForm, made: made.key }, privately());
  };
  return unlessUnwritable(change, (words, how) => refused({ "": [words] }, how));
}

export default function ApiKeys() {
  const { keys, chosen, hidden, email, isVerified, full, done } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const state = answer?.state ?? blankForm;
  return (
    <>
      <h1>API keys</h1>
      <ShortNotice tone="good" words={done} />
      {answer?.made ? <NewApiKey apiKey={answer.made} /> : null}
      {isVerified ? null : (
        <Notice tone="info">
          <p>
            <a href={paths.verify({ next: accountPaths.apiKeys() })}>Verify your email address</a> before you make a
            key.
          </p>
        </Notice>
      )}
      <ApiKeyList keys={keys} />
      {full && !chosen ? <p>{full}</p> : null}
      {answer?.made || (full && !chosen) ? null : <ApiKeyForm {...{ state, chosen, hidden, email }} />}
      <Aside title="What a key is for">
        <p>
          With a key, your shop's own program books parcels in your name. <a href={paths.developers}>How that works</a>.
        </p>
      </Aside>
    </>
  );
}
