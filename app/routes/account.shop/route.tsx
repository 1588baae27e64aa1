import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  type TypedResponse,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Account, isVerified } from "#app/domain/accounts/account";
import { ApiKeySchema, PasswordAgainSchema } from "#app/domain/accounts/forms";
import { keysOf, makeKey, renameKey, revokeKey } from "#app/domain/accounts/keys.server";
import { formKeyOf } from "#app/domain/limits/done-once.server";
import { limits } from "#app/domain/limits/limits";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { queueTest } from "#app/domain/parcels/raise-event.server";
import { endpointOf } from "#app/domain/post/webhooks/endpoints.server";
import {
  IS_OFF,
  type Resent,
  resendCall,
  resendCalls,
  TRIED_OFTEN,
} from "#app/domain/post/webhooks/switched-off.server";
import type { FormState } from "#app/domain/values/form-state";
import { newId } from "#app/domain/values/ids.server";
import { refused as refusedOf } from "#app/domain/values/refused";
import { saDateTime } from "#app/domain/values/sa-time";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { changeShopify, shopifyDone } from "#app/http/pages/change-shopify.server";
import { onward, type PrivateAnswer, privately, tooSoon, wordsOfDone } from "#app/http/pages/private-page.server";
import { newSecretOnce, openBookings, webhooksShown } from "#app/http/pages/shop-shown.server";
import { shopifyShown } from "#app/http/pages/shopify-shown.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { accountPaths, paths } from "#app/paths";
import { ApiKeyForm, ApiKeyList, NewApiKey } from "#app/routes/account.shop/api-keys";
import { OpenBookings } from "#app/routes/account.shop/open-bookings";
import { Shopify, ShopifyForm, ToShopifyForm } from "#app/routes/account.shop/shopify";
import { NewSecret, NewSecretForm, Webhooks } from "#app/routes/account.shop/webhooks";
import { Aside } from "#app/ui/aside";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice, ShortNotice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import styles from "#app/ui/styles/shop.css";

type Refuse = (
  errors: FormState["errors"],
  how: PrivateAnswer,
) => TypedResponse<{ state: FormState; made: string | null; secret: string | null }>;

const FULL = `An account can have ${limits.apiKeys.points} keys. Revoke one first.`;
const USED = "This form has made a key before, which is in use. Open this page again to make another.";
const NO_WEBHOOK = "You have no such webhook.";
const NOTHING_CHOSEN = "Nothing was done: use one of the buttons of the webhook.";
const UNVERIFIED = "Prove your email address first.";
const DONE: Record<string, string> = {
  named: "The name was saved.",
  revoked: "The key was revoked. It no longer works.",
  tried: "We are calling your program now. Reload this page to see what it answers.",
  ...shopifyDone,
  resent: "We are sending it again now. Reload this page to see what your program answers.",
};

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("My shop");

/** The account's keys, webhooks, shop on Shopify and unpaid bookings; with `?key=` or `?secret=`, one of them in the form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const { store, pricing } = context.services;
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
    done: wordsOfDone(DONE, query.get("done")),
    ...(await webhooksShown(store.read, account.uid, query.get("secret"))),
    toPay: await openBookings(store.read, account.uid),
    shopify: await shopifyShown({ read: store.read, pricing }, account.uid, siteAddress(request, context.settings)),
    editsShopify: query.get("shopify") !== null,
  };
  return json(page, privately());
}

/**
 * Makes, names or revokes a key; changes a shop on Shopify, or one of its orders; tries a webhook, sends its calls again, or gives it a new secret. Only the answer that
 * makes a key or a secret shows it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const { uid } = account;
  const refused: Refuse = (errors, how) =>
    json({ state: withoutSecrets({ values: typedValues(form), errors }), made: null, secret: null }, how);
  const webhookId = carriedValue(form, "webhookId");
  const change = async () => {
    if (carriedValue(form, "of") === "shopify") return ofShopify();
    return webhookId
      ? changeWebhook(webhookId, uid, form, context, refused)
      : changeKey(account, form, context, refused);
  };
  const ofShopify = async () => {
    const changed = await changeShopify(account, form, context, siteAddress(request, context.settings));
    return "done" in changed
      ? onward(accountPaths.shop({ done: changed.done }))
      : refused(changed.errors, changed.answer);
  };
  return unlessUnwritable(change, (words, how) => refused({ "": [words] }, how));
}

async function changeKey(account: Account, form: FormData, context: AppLoadContext, refused: Refuse) {
  const { uid } = account;
  const checked = checkForm(form, ApiKeySchema);
  if (!checked.ok) return refused(checked.state.errors, privately(400));
  if (!isVerified(account)) return refused({ "": [UNVERIFIED] }, privately(403));
  const { name, currentPassword } = checked.answers;
  const [id, now] = [carriedValue(form, "id"), new Date()];
  const wrong = await wrongPassword(uid, currentPassword, context);
  if (wrong) return refused(wrong.errors, wrong.answer);
  const { store } = context.services;
  if (form.get("intent") === "revoke") {
    await store.tx((tx) => revokeKey(tx, uid, id, now));
    return onward(accountPaths.shop({ done: "revoked" }));
  }
  if (carriedValue(form, "change") === "name") {
    await store.tx((tx) => renameKey(tx, uid, id, name));
    return onward(accountPaths.shop({ done: "named" }));
  }
  const keyId = formKeyOf([uid, id || newId()], [name]);
  const key = { id: keyId, uid, name, mode: context.settings.payfast.mode, termsVersion: TERMS_VERSION };
  const made = await store.tx((tx) => makeKey(tx, key, now));
  if (made.kind !== "made") return refused({ "": [made.kind === "full" ? FULL : USED] }, privately(409));
  return json({ state: blankForm, made: made.key, secret: null }, privately());
}

/** Only of the account's own webhooks. */
async function changeWebhook(id: string, uid: string, form: FormData, context: AppLoadContext, refused: Refuse) {
  const { store, sendEmails } = context.services;
  const now = new Date();
  const endpoint = await endpointOf(store.read, uid, id);
  if (!endpoint) return refused({ "": [NO_WEBHOOK] }, privately(404));
  const intent = carriedValue(form, "intent");
  if (intent === "secret") {
    const checked = checkForm(form, PasswordAgainSchema);
    const wrong = checked.ok
      ? await wrongPassword(uid, checked.answers.currentPassword, context)
      : { errors: checked.state.errors, answer: privately(400) };
    if (wrong) return refused(wrong.errors, wrong.answer);
    const secret = await newSecretOnce(store, { uid, webhookId: id, form: carriedValue(form, "id") }, now);
    return json({ state: blankForm, made: null, secret }, privately());
  }
  const callId = carriedValue(form, "callId");
  const outcome = await store.tx(async (tx): Promise<Resent> => {
    if (callId) return resendCall(tx, endpoint, callId, now);
    if (intent === "again") {
      await resendCalls(tx, endpoint, now);
      return { ok: true };
    }
    if (intent !== "try") return refusedOf(NOTHING_CHOSEN);
    if (endpoint.offAt) return refusedOf(IS_OFF);
    const test = await queueTest(tx, endpoint, now);
    // Sent twice, the form asked for one.
    return test.kind === "too many" ? { ...refusedOf(TRIED_OFTEN), waitMs: test.waitMs } : { ok: true };
  });
  sendEmails();
  if (outcome.ok) return onward(accountPaths.shop({ done: callId || intent === "again" ? "resent" : "tried" }));
  return refused({ "": [outcome.why] }, outcome.waitMs === undefined ? privately(409) : tooSoon(outcome.waitMs));
}

export default function MyShop() {
  const page = useLoaderData<typeof loader>();
  const { keys, chosen, hidden, email, isVerified, full, done, webhooks, toPay, shopify } = page;
  const answer = useActionData<typeof action>();
  const state = answer?.state ?? blankForm;
  const isOfWebhook = Boolean(state.values.webhookId);
  const isOfShopify = state.values.of === "shopify";
  const isShopifyOpen = isOfShopify ? !state.values.orderId : page.editsShopify && !chosen && !answer;
  const renewed = chosen || answer?.secret || isShopifyOpen ? null : page.renewed;
  const isElsewhere = isOfWebhook || isOfShopify;
  const keyForm = <ApiKeyForm state={isElsewhere ? blankForm : state} {...{ chosen, hidden, email }} />;
  const isRefused = !isElsewhere && Object.keys(state.errors).length > 0;
  // One button of the page is the one to press, and one form asks for the password.
  const isKeyFolded = keys.some(({ revoked }) => !revoked) && !chosen && !isRefused;
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <h1>My shop</h1>
      <ShortNotice tone="good" words={done} />
      {answer?.made ? <NewApiKey apiKey={answer.made} /> : null}
      {answer?.secret ? <NewSecret secret={answer.secret} /> : null}
      {isElsewhere ? <ErrorSummary errors={state.errors} /> : null}
      {isVerified ? null : (
        <Notice tone="info">
          <p>
            <a href={paths.verify({ next: accountPaths.shop() })}>Verify your email address</a> before you make a key.
          </p>
        </Notice>
      )}
      <OpenBookings {...toPay} isFirst={isKeyFolded && !renewed && !isShopifyOpen} />
      <section aria-labelledby="keys" className="stack">
        <h2 id="keys">API keys</h2>
        <ApiKeyList keys={keys} />
        {full && !chosen ? <p>{full}</p> : null}
        {answer?.made || renewed || isShopifyOpen || (full && !chosen) ? null : isKeyFolded ? (
          <details className="card">
            <summary>Make another key</summary>
            {keyForm}
          </details>
        ) : (
          keyForm
        )}
      </section>
      <section aria-labelledby="webhooks" className="stack">
        <h2 id="webhooks">Webhooks</h2>
        {renewed ? (
          <NewSecretForm webhook={renewed} state={isOfWebhook ? state : blankForm} {...{ hidden, email }} />
        ) : null}
        <Webhooks webhooks={webhooks} token={hidden.token} />
      </section>
      <section aria-labelledby="shopify" className="stack">
        <h2 id="shopify">Shopify</h2>
        <Shopify {...shopify} token={hidden.token} />
        {isShopifyOpen ? (
          <ShopifyForm {...shopify} state={isOfShopify ? state : blankForm} token={hidden.token} email={email} />
        ) : (
          <ToShopifyForm {...shopify} />
        )}
      </section>
      <Aside title="Keys and lists">
        <p>
          With a key, your shop's own program books parcels in your name. <a href={paths.developers}>How that works</a>.
        </p>
        <p>
          Without a program, <a href={paths.importParcels}>send many parcels from a list</a>. What you have booked
          before is{" "}
          <a href={paths.bookedList} data-stays="true">
            such a list (CSV)
          </a>{" "}
          too.
        </p>
      </Aside>
    </>
  );
}
