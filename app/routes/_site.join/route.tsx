import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { contact } from "#app/contact";
import { acknowledgeApplication } from "#app/domain/drivers/applications/acknowledge-application.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { COUNTED_MS, receiveApplication, sameApplication } from "#app/domain/drivers/applications/applications.server";
import { deliveryStatusOf, waitForFirstAttempt } from "#app/domain/drivers/applications/delivery-status.server";
import { origins, provinces } from "#app/domain/drivers/applications/provinces";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { SECONDS } from "#app/durations";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { checkTicket, newTicket, renewedTicket, type Suspicion, senderOf } from "#app/http/forms/spam-guard.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately, tooSoon } from "#app/http/pages/private-page.server";
import { log } from "#app/log.server";
import { paths } from "#app/paths";
import { ApplicationFields } from "#app/routes/_site.join/application-fields";
import { ApplicationOutcome } from "#app/routes/_site.join/application-outcome";
import { Bakkie } from "#app/routes/_site.join/bakkie";
import type { Services } from "#app/services.server";
import { signedText, signedTextIn } from "#app/signature.server";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { pageMeta } from "#app/ui/shell/page-meta";
import { ForShow } from "#app/ui/shell/this-page";

/** What the reference in a link is signed for. */
const SENT = "sealed";
/** How long an applicant waits for the email to be sent; the application is already saved. */
const PATIENCE_MS = 5 * SECONDS;

export const handle = { enhance: true };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.outcome ? "Application received" : "Become an owner driver",
    description: "Deliver in the townships you know, with your own vehicle. Apply in about five minutes, on any phone.",
    path: paths.join,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const sent = signedTextIn(context.settings, SENT, query.get("sent") ?? "");
  const { store } = context.services;
  const delivery = sent && (await deliveryStatusOf(store.read, sent));
  const isCorrection = query.has("again");
  const outcome =
    sent && delivery ? { reference: spokenApplicationNumber(sent), isSent: delivery === "sent", isCorrection } : null;
  return json({ outcome, ticket: newTicket(context.settings, new Date()) }, privately());
}

export async function action({ request, context }: ActionFunctionArgs) {
  const now = new Date();
  const form = await typedForm(request);
  const checked = checkForm(form, applicationSchema(typedValues(form), now));
  const ticket = renewedTicket(context.settings, form, now);
  if (!checked.ok) return json({ state: checked.state, ticket }, privately(400));

  const refuse = (words: string, answer = privately(400)) =>
    json({ state: { values: typedValues(form), errors: { "": [words] } }, ticket }, answer);

  const { store, sendEmails } = context.services;
  const thanks = async (reference: string, isCorrection = false) => {
    // If this can't be written now, it is queued when the form is sent again; the application is saved.
    await acknowledgeApplication(store, reference, now).catch((error) => log.warn({ err: error }, "not acknowledged"));
    sendEmails();
    return outcomeOf(context.settings, store, reference, isCorrection);
  };
  // The same form again is never treated as spam: its answer may have been lost.
  const known = await sameApplication(store.read, checked.answers, now);
  if (known) return thanks(known);

  const guard = checkTicket(context.settings, form, now);
  if ("suspicion" in guard) return refuse(`${suspicions[guard.suspicion]} ${orWrite()}`);
  const origin = { formKey: guard.key, sender: senderOf(context.settings, context.clientAddress) };
  const receive = async () => {
    const receipt = await receiveApplication(store, checked.answers, origin, now);
    if (receipt.kind === "too_many") return refuse(tooMany(), tooSoon(COUNTED_MS));
    return thanks(receipt.reference, receipt.isCorrection);
  };
  return unlessUnwritable(receive, refuse);
}

/**
 * Shows the result as soon as it is known. The reference is signed, so that nobody can pass round a link that gives
 * thanks for an application that was never made.
 */
async function outcomeOf(
  settings: Config,
  { read }: Services["store"],
  reference: string,
  isCorrection: boolean,
): Promise<Response> {
  await waitForFirstAttempt(read, reference, PATIENCE_MS);
  return onward(`${paths.join}?sent=${signedText(settings, SENT, reference)}${isCorrection ? "&again=1" : ""}`);
}

const orWrite = () =>
  `Your answers are still here: press “Submit application” again, or write to ${contact().email.contact}.`;
const suspicions: Record<Suspicion, string> = {
  trap: "We could not be sure that a person filled in this form.",
  too_fast: "That was sent too quickly for us to be sure that a person filled it in.",
  no_ticket: "This page was open for too long.",
};
const tooMany = () =>
  `We have had many applications from your network in the last hour. Your answers are still here. Try again in an hour, or write to ${contact().email.contact}.`;

export default function Join() {
  const { outcome, ticket } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  if (outcome && !answered) return <ApplicationOutcome {...outcome} />;
  return (
    <>
      <h1>Become an owner driver</h1>
      {answered ? null : <Invitation />}
      <StepForm
        state={answered?.state ?? blankForm}
        submit="Submit application"
        busyLabel="Submitting..."
        sideBySide
        capitalize
        action={paths.join}
        hidden={{ ticket: answered?.ticket ?? ticket }}
      >
        <ApplicationFields state={answered?.state ?? blankForm} provinces={provinces} origins={origins} />
        <Trap />
        <p className="hint">
          We keep your answers so that a team leader can reply to you. <a href={paths.privacy}>How we treat them</a>
        </p>
      </StepForm>
    </>
  );
}

/** Only for new visitors: it is left out beside errors and results. */
function Invitation() {
  return (
    <>
      <ForShow>
        <Bakkie />
      </ForShow>
      <p>
        Deliver in the townships that you know, with your own vehicle. It takes about five minutes. Have your ID and
        your vehicle's licence disc ready.
      </p>
    </>
  );
}

/** A hidden field (a honeypot): bots that fill in everything fill it in too. */
export function Trap() {
  return (
    <div className="away" aria-hidden="true">
      <label htmlFor="homepage">Leave this empty</label>
      <input id="homepage" name="homepage" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
