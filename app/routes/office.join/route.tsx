import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hashPassword } from "#app/domain/accounts/password.server";
import { addressOfKey, stepOfCode } from "#app/domain/office/factors.server";
import { CodeSchema, JoinSchema } from "#app/domain/office/forms.server";
import { type Joining, join, newJoining, personOfLink } from "#app/domain/office/join.server";
import { pictureOf, qrOutline } from "#app/domain/parcels/barcode.server";
import type { FormState } from "#app/domain/values/form-state";
import { HOURS } from "#app/durations";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { requireOfficeNetwork } from "#app/http/office/office-guard.server";
import { keySealOf, sealedDocument, unsealedDocument } from "#app/http/office/seal.server";
import { signedInCookies } from "#app/http/office/sign-in.server";
import { privately, withCookies } from "#app/http/pages/private-page.server";
import { inPasswordTurn } from "#app/http/sign-in/password-turn.server";
import { browserInWords } from "#app/http/sign-in/session.server";
import { officePaths } from "#app/paths";
import { NewPasswordForm, ScanTheKey } from "#app/routes/office.join/join-forms";
import { UsernameForManagers } from "#app/ui/accounts/login-forms";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { DoorShell } from "#app/ui/office/office-shell";
import { CodeForm } from "#app/ui/office/sign-in-forms";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Office: your password and your code");

type Page =
  | { step: "gone" }
  | { step: "password"; name: string; email: string; state: FormState }
  | { step: "code"; email: string; key: string; picture: string; address: string; ticket: string; state: FormState }
  | { step: "joined"; recoveryCodes: string[] };

/** Between the password and the first code. */
const TICKET_LIVES_MS = 1 * HOURS;
const blank = { values: {}, errors: {} };
const WRONG_CODE = "That code is wrong. Wait for the next one. Your phone's clock must be right.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOfficeNetwork(context);
  const { store } = context.services;
  const person = await personOfLink(store.read, codeIn(request), new Date());
  if (!person) return json<Page>({ step: "gone" }, privately(410));
  return json<Page>({ step: "password", name: person.name, email: person.email, state: blank }, privately());
}

/** The password, then the first code of the app. Until then nothing is stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOfficeNetwork(context);
  refuseOtherSites(request, context.settings);
  const form = await typedForm(request);
  const now = new Date();
  const code = codeIn(request);
  const { ticket } = typedValues(form);
  if (ticket !== undefined) return byCode(form, request, context, code, ticket, now);
  const { store } = context.services;
  const person = await personOfLink(store.read, code, now);
  if (!person) return json<Page>({ step: "gone" }, privately(410));
  const { name, email } = person;
  const refused = (errors: FormState["errors"], how = privately(400)) =>
    json<Page>({ step: "password", name, email, state: { values: {}, errors } }, how);
  const checked = checkForm(form, JoinSchema);
  if (!checked.ok) return refused(checked.state.errors);
  const turn = await inPasswordTurn(context, { known: person.id }, (turn) =>
    hashPassword(turn, checked.answers.password),
  );
  if (!turn.ok) return refused({ "": [turn.why] }, turn.answer);
  const joining = { ...newJoining(turn.result), email };
  return json(
    await codePage(joining, sealedDocument(context.settings, `join ${code}`, joining, now), blank),
    privately(),
  );
}

async function byCode(
  form: FormData,
  request: Request,
  context: AppLoadContext,
  code: string,
  ticket: string,
  now: Date,
) {
  const joining = unsealedDocument<Joining & { email: string }>(
    context.settings,
    `join ${code}`,
    ticket,
    TICKET_LIVES_MS,
    now,
  );
  if (!joining) return json<Page>({ step: "gone" }, privately(410));
  const refused = async (errors: FormState["errors"], how = privately(400)) =>
    json(await codePage(joining, ticket, { values: {}, errors }), how);
  const checked = checkForm(form, CodeSchema);
  if (!checked.ok) return refused(checked.state.errors);
  const step = stepOfCode(joining.key, checked.answers.code, now);
  if (step === null) return refused({ code: [WRONG_CODE] });
  const { store } = context.services;
  const comeIn = async () => {
    const how = { code, joining, step, browser: browserInWords(request) };
    const joined = await store.tx((tx) => join(tx, how, (id) => keySealOf(context.settings, id), now));
    if (!joined) return json<Page>({ step: "gone" }, privately(410));
    const cookies = signedInCookies(request, context.settings, joining.token, {
      id: joined.personId,
      email: joining.email,
    });
    const page: Page = { step: "joined", recoveryCodes: joining.recoveryCodes };
    return json(page, withCookies(privately(), cookies));
  };
  return unlessUnwritable(comeIn, (words, answer) => refused({ "": [words] }, answer));
}

export default function OfficeJoin() {
  const loaded = useLoaderData<typeof loader>();
  const page: Page = useActionData<typeof action>() ?? loaded;
  return (
    <DoorShell>
      {page.step === "gone" ? (
        <>
          <h1>Your access to the office</h1>
          <Notice tone="bad" title="This link doesn't work any more">
            <p>
              It works once, for 24 hours, and a newer one ends it. Ask a manager for a new one. If you have a password
              already, <a href={officePaths.signIn()}>sign in</a>.
            </p>
          </Notice>
        </>
      ) : null}
      {page.step === "password" ? (
        <>
          <h1>Choose a password</h1>
          <p>{page.name}, with it you sign in to the office. Next you need your phone.</p>
          <NewPasswordForm state={page.state}>
            <UsernameForManagers email={page.email} />
          </NewPasswordForm>
        </>
      ) : null}
      {page.step === "code" ? (
        <>
          <h1>Codes from your phone</h1>
          <ScanTheKey picture={page.picture} keyToType={page.key} address={page.address} />
          <CodeForm
            state={page.state}
            action=""
            hidden={{ ticket: page.ticket }}
            submit="Continue"
            hint="Six digits."
          />
        </>
      ) : null}
      {page.step === "joined" ? (
        <>
          <h1>Your recovery codes</h1>
          <p>
            Each signs you in once, if you don't have your phone. Print them or write them down now: they are shown only
            here.
          </p>
          <ul>
            {page.recoveryCodes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <ButtonRow>
            <ButtonLink href={officePaths.home}>To the office</ButtonLink>
          </ButtonRow>
        </>
      ) : null}
    </DoorShell>
  );
}

async function codePage({ key, email }: Joining & { email: string }, ticket: string, state: FormState): Promise<Page> {
  const address = addressOfKey(key, email);
  const picture = pictureOf(await qrOutline(address));
  return { step: "code", email, key: key.replace(/(.{4})(?!$)/g, "$1 "), picture, address, ticket, state };
}

function codeIn(request: Request): string {
  return typedQuery(request).get("code") ?? "";
}
