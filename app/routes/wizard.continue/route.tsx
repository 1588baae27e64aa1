import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { textsWaitUntil } from "#app/config.server";
import { LostSchema } from "#app/domain/form/contact-line.server";
import { formKeyOf } from "#app/domain/limits/done-once.server";
import {
  draftLinkState,
  fetchDraft,
  isDraftSent,
  linkToDraft,
  sendDraft,
} from "#app/domain/parcels/quotes/sent-drafts.server";
import type { FormState } from "#app/domain/values/form-state";
import { newId } from "#app/domain/values/ids.server";
import { cellPhone } from "#app/domain/values/phone.server";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow, unpaidText } from "#app/http/limits/rate-limit.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { customerOf } from "#app/http/wizard/customer.server";
import { draftOfAnybody, newDraft, readDraft, writeDraft } from "#app/http/wizard/draft-cookies.server";
import { journeyAt, placeOf } from "#app/http/wizard/journey";
import type { State } from "#app/http/wizard/next-page.server";
import { leadOn, openWizard } from "#app/http/wizard/open-step.server";
import { LinkToCopy } from "#app/routes/wizard.continue/link-to-copy";
import { ContactField } from "#app/ui/accounts/contact-field";
import { ButtonLink } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Continue on another phone");

/** Asks where to send the draft or, on the other phone, whether to continue it there. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const journey = journeyAt(new URL(request.url).pathname);
  const { addressesHref: startHref, parcelHref: backHref } = placeOf(journey, "parcel");
  const place = { startHref, backHref };
  const code = query.get("code");
  // Without a draft the user would be redirected again after the login.
  const hasDraft = draftOfAnybody(request, context.settings, journey)?.addresses !== undefined;
  const afterLogin = code === null && !hasDraft ? () => place.startHref : undefined;
  const { owner, formFields } = await customerOf(request, context, journey, afterLogin);
  if (code !== null) {
    const { store } = context.services;
    const link = await draftLinkState(store.read, code, { journey: journey.name, owner }, new Date());
    return json(
      { ...place, link, isSent: false, textsWait: null, keys: { ...formFields, code } },
      privately(link === "good" ? 200 : 404),
    );
  }
  if (!readDraft(request, context.settings, journey, owner)?.addresses) throw leadOn(journey, { state: "nothing" });
  const keys = { ...formFields, formKey: newId() };
  const textsWait = textsWaitUntil(context.settings, new Date());
  return json({ ...place, link: null, isSent: query.has("sent"), textsWait, keys }, privately());
}

export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { journey, customer, form, draft, next } = await openWizard({ request, context });
  const place = { journey: journey.name, owner: customer.owner };
  // The page repeats it, so one of 60 KB mustn't stay.
  form.set("formKey", carriedValue(form, "formKey") || newId());
  const refuse =
    (state: State) =>
    (words: string, { headers }: PrivateAnswer) =>
      next({ state, shown: { values: typedValues(form), errors: { "": [words] } }, headers });
  const { store, sendEmails } = context.services;
  const now = new Date();
  const code = carriedValue(form, "code");
  if (code) {
    const fetch = async () => {
      const answers = await store.tx((tx) => fetchDraft(tx, code, place, now));
      if (!answers) return next({ state: "link over", query: { code } });
      const cookies = writeDraft(context.settings, journey, { ...newDraft(), ...answers }, customer.owner);
      return next({ state: "unpriced", cookies });
    };
    return unlessUnwritable(fetch, refuse("unwritable"));
  }
  if (!draft?.addresses) return next({ state: "nothing" });
  const { addresses, parcel } = draft;
  const checked = carriedValue(form, "intent") === "link" ? null : checkForm(form, LostSchema);
  if (checked && !checked.ok) return next({ state: "wrong", shown: checked.state });
  const contact = checked?.answers.contact ?? null;
  const answers = { addresses, parcel };
  const id = formKeyOf([place.journey, place.owner, carriedValue(form, "formKey")], [answers]);
  const sent = { ...place, id, answers };
  const at = { appUrl: addressInEmails(request, context.settings), now };
  const onItsWay = () => next({ state: "link sent", query: { sent: "1" } });
  const send = async () => {
    if (contact && (await isDraftSent(store.read, { ...sent, contact }))) return onItsWay();
    const turn = await takeTurn(context, "emails", form, now);
    if (turn.kind !== "now") return refuse("turn")(turn.why, turn.answer);
    const asked = contact && (await maySend(request, context, contact, now));
    if (contact && asked) {
      await store.tx((tx) => sendDraft(tx, asked, { ...sent, contact }, at));
      sendEmails();
      return onItsWay();
    }
    // Whoever asked for a message that we don't send has the same link to copy.
    const link = await store.tx((tx) => linkToDraft(tx, sent, at));
    return next({ state: "link shown", shown: { values: typedValues(form), errors: {}, link } });
  };
  return unlessUnwritable(send, refuse("unwritable"));
}

/** Counts a message with a link. A text goes to a South African cell phone only, and to few of them. */
async function maySend(request: Request, context: AppLoadContext, contact: string, now: Date) {
  if (!contact.includes("@") && cellPhone(contact) === null) return null;
  const limits = contact.includes("@")
    ? [await messageTo(request, context, contact)]
    : unpaidText(contact, context.clientAddress);
  const allowed = await allow(context, now, ...limits);
  return allowed.ok ? allowed.asked : null;
}

export default function ContinueElsewhere() {
  const { link, isSent, textsWait, keys, startHref, backHref } = useLoaderData<typeof loader>();
  const state: FormState & { link?: string } = useActionData<typeof action>() ?? blankForm;
  const formKeys = state.values.formKey ? { ...keys, formKey: state.values.formKey } : keys;
  if (link === "another account's") {
    return (
      <>
        <h1>This link belongs to another account</h1>
        <p>Log out here, and log in with the account in which you began. Then open the link again.</p>
        <ButtonLink href={startHref}>Start here instead</ButtonLink>
      </>
    );
  }
  if (link === "over") {
    return (
      <>
        <h1>This link no longer works</h1>
        <p>It works once, for one day. On the phone on which you began, press “Continue on another phone” again.</p>
        <ButtonLink href={startHref}>Start here instead</ButtonLink>
      </>
    );
  }
  if (link === "good") {
    return (
      <>
        <h1>Go on with your parcel here?</h1>
        <p>What you typed on the other phone comes here. The link works once.</p>
        <StepForm state={state} submit="Continue here" hidden={keys}>
          {null}
        </StepForm>
      </>
    );
  }
  return (
    <>
      <h1>Continue on another phone</h1>
      {isSent && state === blankForm ? (
        <Notice tone="good" title="The link is on its way">
          <p>Open it on the other phone. It works once, for one day. What you typed stays here too.</p>
        </Notice>
      ) : null}
      <p>A link shows what you have typed so far on another phone. It works once, for one day.</p>
      <LinkToCopy link={state.link} notSentTo={state.values.contact} keys={formKeys} />
      <StepForm state={state} submit="Send me the link" busyLabel="Sending…" backHref={backHref} hidden={formKeys}>
        <ContactField
          label="Your email or phone"
          hint="An email comes at once. By text message we send only a few links a day."
          textsWait={textsWait}
          state={state}
        />
      </StepForm>
    </>
  );
}
