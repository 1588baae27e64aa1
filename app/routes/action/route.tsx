import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { maskedEmail } from "#app/domain/accounts/account";
import { inspectLink, type LinkState } from "#app/domain/accounts/action-links.server";
import { ResetPasswordSchema } from "#app/domain/accounts/forms";
import { choosesPassword, isLinkMode, type LinkMode, opensAt } from "#app/domain/accounts/link-modes";
import { hashPassword, randomPasswordHash } from "#app/domain/accounts/password.server";
import { redeemActionLink } from "#app/domain/people/redeem-action-link.server";
import type { FormState } from "#app/domain/values/form-state";
import { saDateTime } from "#app/domain/values/sa-time";
import { carriedValue, checkForm } from "#app/http/forms/forms.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { wrongPasswordOf } from "#app/http/sign-in/password-again.server";
import { inPasswordTurn } from "#app/http/sign-in/password-turn.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";
import { type SignedInCustomer, signedIn } from "#app/http/sign-in/session.server";
import { trustBrowser } from "#app/http/sign-in/trusted-browser.server";
import { log } from "#app/log.server";
import { paths } from "#app/paths";
import { DonePanel, ReadyPanel, RefusedPanel } from "#app/routes/action/action-panels";
import { actionWords } from "#app/routes/action/action-words";
import type { Services } from "#app/services.server";
import { blankForm } from "#app/ui/forms/field-state";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

const INVALID = "Invalid or missing action link.";
const FAILED = "We couldn't complete this action.";
const NO_PASSWORD = "Could not update your password.";

/**
 * Specification section 4, "Action page": `init` and `working` are the states before and while the page submits itself.
 */
type ActionPage =
  | { state: "ready"; mode: LinkMode; email: string; form: FormState; asksPassword: boolean }
  | { state: "success"; mode: LinkMode; email: string; onward: { href: string; isDashboard: boolean } }
  | { state: "error"; message: string; why?: string; mode?: LinkMode };

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>((page) =>
  page.state === "error" ? "Emailed link" : actionWords[page.mode].title,
);

/** Reads the link without changing anything: mail scanners open every link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const opened = await openLink(request, context.services);
  if (opened.kind === "refused") return shown(opened.page, opened.status);
  const { mode, link } = opened;
  const asksPassword = isStrangers(opened, await signedIn(request, context));
  return shown({ state: "ready", mode, email: maskedEmail(link.address), form: blankForm, asksPassword }, 200);
}

/** Uses the link, once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const opened = await openLink(request, context.services);
  if (opened.kind === "refused") return shown(opened.page, opened.status);
  const { mode, code, link } = opened;
  const email = maskedEmail(link.address);

  const customer = await signedIn(request, context);
  const asksPassword = isStrangers(opened, customer);
  const form = await typedForm(request);
  const again = (state: FormState, { status, headers }: PrivateAnswer) =>
    shown({ state: "ready", mode, email, form: withoutSecrets(state), asksPassword }, status, headers);
  const refuse = (words: string, how: PrivateAnswer) => again({ values: {}, errors: { "": [words] } }, how);

  const checked = choosesPassword(mode) ? checkForm(form, ResetPasswordSchema) : null;
  if (checked && !checked.ok) return again(checked.state, privately(400));

  const hash = ({ password }: { password: string }) =>
    inPasswordTurn(context, { known: link.subject }, (turn) => hashPassword(turn, password));
  const turn = checked && (await hash(checked.answers));
  if (turn && !turn.ok) return refuse(turn.why, turn.answer);

  const failure = choosesPassword(mode) ? NO_PASSWORD : FAILED;
  const redeem = async () => {
    const account = { uid: link.subject, email: link.address };
    const wrong = asksPassword && (await wrongPasswordOf(account, carriedValue(form, "password"), request, context));
    if (wrong) return again({ values: {}, errors: wrong.errors }, wrong.answer);
    const { store, sendEmails } = context.services;
    const passwordHash = turn ? turn.result : await randomPasswordHash();
    const here = customer ? { uid: customer.account.uid, sessionId: customer.session.id } : undefined;
    const at = { appUrl: addressInEmails(request, context.settings), now: new Date() };
    const proof = await store.tx((tx) => redeemActionLink(tx, { mode, code, passwordHash, here }, at));
    if (proof.kind === "refused") return shown({ state: "error", message: failure, why: WHY.used, mode }, 409);
    sendEmails();
    const page: ActionPage = { state: "success", mode, email, onward: onwardFrom(request, context.settings, mode) };
    return shown(page, 200, { "Set-Cookie": trustBrowser(request, context.settings, link.address) });
  };
  try {
    return await unlessUnwritable(redeem, refuse);
  } catch (error) {
    log.error({ err: error }, "an emailed link could not be used");
    return shown({ state: "error", message: failure, mode }, 500);
  }
}

export default function EmailedLink() {
  const loaded = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? loaded;
  return (
    <SiteShell shortFooter>
      <h1>{page.mode ? actionWords[page.mode][page.state === "success" ? "doneTitle" : "title"] : "Emailed link"}</h1>
      {page.state === "ready" ? (
        <ReadyPanel mode={page.mode} email={page.email} state={page.form} asksPassword={page.asksPassword} />
      ) : null}
      {page.state === "success" ? <DonePanel {...page} /> : null}
      {page.state === "error" ? <RefusedPanel {...page} /> : null}
    </SiteShell>
  );
}

const WHY = {
  used: "This link has already been used. If that was you, there's nothing more to do.",
  expired: "This link is too old. Ask for a new one.",
  revoked: "You have a newer link, or you don't need this one any more.",
  unknown: "The link may be incomplete. Open it again from your email.",
};

const tooEarly = (opens: Date) =>
  `It works from ${saDateTime(opens)}. Until then the account's old mailbox can stop it. Open it again from your email.`;

type OpenedLink =
  | { kind: "good"; mode: LinkMode; code: string; link: Extract<LinkState, { kind: "good" }>["link"] }
  | { kind: "refused"; page: Extract<ActionPage, { state: "error" }>; status: number };

/**
 * Whether a link that proves an address is opened where nobody is signed in who may have asked for it. Somebody else may
 * have registered with the address, or asked to change to it, and would then have a proven account that they know the
 * password of.
 */
function isStrangers(
  { mode, link }: Extract<OpenedLink, { kind: "good" }>,
  customer: SignedInCustomer | null,
): boolean {
  if (mode === "verifyAndChangeEmail") return customer?.account.uid !== link.subject;
  return mode === "verifyEmail" && customer?.account.email !== link.address;
}

async function openLink(request: Request, { store }: Services): Promise<OpenedLink> {
  const query = typedQuery(request);
  const [mode, code] = [query.get("mode") ?? "", query.get("oobCode") ?? ""];
  const refused = (status: number, message: string, why?: string): OpenedLink => ({
    kind: "refused",
    status,
    page: { state: "error", message, why, mode: isLinkMode(mode) ? mode : undefined },
  });
  if (!mode || !code) return refused(400, INVALID);
  if (!isLinkMode(mode)) return refused(400, `Unsupported action mode: ${mode.slice(0, 40)}`);
  const found = await inspectLink(store.read, mode, code, new Date());
  if (found.kind === "good" && opensAt(mode, found.link.createdAt) > new Date())
    return refused(409, "This link doesn't work yet.", tooEarly(opensAt(mode, found.link.createdAt)));
  if (found.kind === "good") return { kind: "good", mode, code, link: found.link };
  return refused(found.kind === "unknown" ? 400 : 410, INVALID, WHY[found.kind]);
}

function onwardFrom(request: Request, settings: Config, mode: LinkMode): { href: string; isDashboard: boolean } {
  const next = withinSite(settings, typedQuery(request).get("continueUrl"), paths.dashboard);
  if (choosesPassword(mode) || mode === "recoverEmail") {
    return { href: next === paths.dashboard ? paths.login : paths.loginWith({ next }), isDashboard: false };
  }
  return { href: next, isDashboard: next === paths.dashboard };
}

function shown(page: ActionPage, status: number, headers: Record<string, string> = {}) {
  return json<ActionPage>(page, { status, headers: { ...privately().headers, ...headers } });
}
