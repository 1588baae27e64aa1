import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailFolder, textsWaitUntil } from "#app/config.server";
import { sendLinksAgain } from "#app/domain/bookings/links-again.server";
import { LostSchema } from "#app/domain/form/contact-line.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { numberIn } from "#app/domain/values/reference-number";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { ContactField } from "#app/ui/accounts/contact-field";
import { EmailsInAFolder } from "#app/ui/accounts/emails-in-a-folder";
import { EachApart } from "#app/ui/apart";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { shown } from "#app/ui/words";

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ waybill }) => titleOf(waybill));

export function loader({ request, context }: LoaderFunctionArgs) {
  const isSent = typedQuery(request).has("sent");
  const waybillNo = waybillIn(request);
  const waybill = waybillNo && spokenWaybillNumber(waybillNo);
  return json(
    {
      isSent,
      waybill,
      emailFolder: emailFolder(context.settings),
      textsWait: textsWaitUntil(context.settings, new Date()),
    },
    privately(),
  );
}

/** Gives the same answer in the same time, whether there is a booking or not. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const form = await typedForm(request);
  const checked = checkForm(form, LostSchema);
  if (!checked.ok) return json(checked.state, privately(400));
  const refuse = (words: string, how: PrivateAnswer) =>
    json({ values: typedValues(form), errors: { "": [words] } }, how);
  const now = new Date();
  const { contact } = checked.answers;
  const send = async () => {
    const limit = await messageTo(request, context, contact);
    const turn = await takeTurn(context, "emails", form, now, limit);
    if (turn.kind !== "now") return refuse(turn.why, turn.answer);
    const { store } = context.services;
    await store.tx((tx) =>
      sendLinksAgain(tx, turn.asked, contact, { appUrl: addressInEmails(request, context.settings), now }),
    );
    return onward(paths.lost({ no: waybillIn(request) ?? undefined, sent: "1" }));
  };
  return unlessUnwritable(send, refuse);
}

/** The parcel of a receiver who has its number, and not their link. It is only named: the contact says what is sent. */
const waybillIn = (request: Request) => numberIn(typedQuery(request).get("no") ?? "", "waybill");
const titleOf = (waybill?: string | null) =>
  plainText(waybill ? catalogue().lost.receiversLink : catalogue().lost.title);

export default function Lost() {
  const { isSent, waybill, emailFolder, textsWait } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  const words = catalogue().lost;
  return (
    <SiteShell shortFooter>
      <h1>{titleOf(waybill)}</h1>
      {isSent && state === blankForm ? (
        <Notice tone="good" title={plainText(words.check)}>
          <p>{shown(words.sentAgain)}</p>
          <EmailsInAFolder folder={emailFolder} />
        </Notice>
      ) : null}
      <p>{shown(waybill ? words.forReceiver(waybill) : words.forBoth)}</p>
      <StepForm state={state} submit={plainText(words.send)} busyLabel={plainText(catalogue().forms.sending)}>
        <ContactField label={plainText(words.emailOrPhone)} textsWait={textsWait} state={state} />
      </StepForm>
      <Aside title={plainText(words.whereYouFindIt)}>
        <p>{shown(catalogue().tracking.form.whereItIs)}</p>
        <p className="links">
          <EachApart>
            <a href={paths.track}>{shown(words.haveIt)}</a>
            <a href={paths.contact}>{shown(catalogue().tracking.buttons.chat)}</a>
          </EachApart>
        </p>
      </Aside>
    </SiteShell>
  );
}
