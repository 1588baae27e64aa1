import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { workingHours } from "#app/brand";
import { phoneInOneLine } from "#app/contact";
import { contactsOf } from "#app/domain/form/contacts.server";
import { parties } from "#app/domain/form/fields";
import { formKeyOf } from "#app/domain/limits/done-once.server";
import {
  caseByNumber,
  LONGEST_WORDS,
  ReportSchema,
  spokenCaseNumber,
  whatIsWrong,
} from "#app/domain/parcels/cases.server";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { knownCase, openCase } from "#app/domain/parcels/open-case.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { normaliseEmail } from "#app/domain/values/email";
import { newId } from "#app/domain/values/ids.server";
import { numberIn } from "#app/domain/values/reference-number";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow, byOwner } from "#app/http/limits/rate-limit.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { allowedByLink } from "#app/http/sign-in/allowed-by-link.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import type { Services } from "#app/services.server";
import { Aside } from "#app/ui/aside";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/field-state";
import { RadioCards } from "#app/ui/forms/radio-cards";
import { StepForm } from "#app/ui/forms/step-form";
import { TextArea } from "#app/ui/forms/text-area";
import { TextField } from "#app/ui/forms/text-field";
import { Notice } from "#app/ui/notice";
import { OurPhone } from "#app/ui/our-phone";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";

const ENOUGH = "This parcel was reported several times within the hour, and a person is looking into it.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Something is wrong with my parcel");

/** For anybody who has the number, including the receiver. Shows nothing personal. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { waybillNo } = await existingWaybill(context.services, params.waybillNo);
  const { store } = context.services;
  const query = typedQuery(request);
  const caseNo = numberIn(query.get("case") ?? "", "case");
  const opened = caseNo && (await caseByNumber(store.read, caseNo));
  const reported =
    opened && opened.waybillNo === waybillNo
      ? {
          caseNo: spokenCaseNumber(opened.caseNo),
          hasContact: opened.contact !== null,
          what: plainText(whatIsWrong()[opened.kind]),
          isCorrected: query.has("again"),
        }
      : null;
  return json(
    {
      waybillNo,
      shownNo: spokenWaybillNumber(waybillNo),
      trackingHref: trackingAddress(context.settings.trackingUrl, waybillNo),
      reported,
      formKey: newId(),
      kinds: Object.entries(whatIsWrong()).map(([value, title]) => ({ value, title: plainText(title) })),
      longest: LONGEST_WORDS,
    },
    privately(),
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const waybill = await existingWaybill(context.services, params.waybillNo);
  const { waybillNo } = waybill;
  const form = await typedForm(request);
  const checked = checkForm(form, ReportSchema);
  if (!checked.ok) return json(checked.state, privately(400));
  const refuse = (words: string, how: PrivateAnswer) =>
    json({ values: typedValues(form), errors: { "": [words] } }, how);
  const now = new Date();
  const report = checked.answers;
  const write = async () => {
    const { store, sendEmails } = context.services;
    // Its answers aren't in the key: they correct the case that the form has opened.
    const formKey = formKeyOf([waybillNo, carriedValue(form, "formKey") || newId()], []);
    const known = await knownCase(store.read, waybillNo, report, formKey);
    if (known) return onward(paths.case(waybillNo, { case: known.caseNo }));
    const by = (await isOwn(request, context, waybill)) ? "owner" : "stranger";
    const limit = by === "owner" ? "casesByOwner" : "casesByStrangers";
    const turn = await takeTurn(context, "emails", form, now, [limit, waybillNo]);
    if (turn.kind === "wait") return refuse(turn.why, turn.answer);
    const orPhone = `Or phone us at ${phoneInOneLine()}.`;
    if (turn.kind === "refused") return refuse(`${ENOUGH} ${turn.why} ${orPhone}`, turn.answer);
    // The report is taken even if its email can't be acknowledged.
    const email = report.contact?.includes("@") ? report.contact : null;
    const whose = by === "owner" ? waybill.quoteId : null;
    const answer = email ? await allow(context, now, await answerTo(email, request, context, whose)) : null;
    const isAnswered = answer?.ok ? answer.asked : false;
    const at = {
      formKey,
      by,
      asked: turn.asked,
      isAnswered,
      appUrl: addressInEmails(request, context.settings),
      now,
    } as const;
    const { caseNo, isCorrected } = await store.tx((tx) => openCase(tx, waybillNo, report, at));
    sendEmails();
    return onward(paths.case(waybillNo, { case: caseNo, ...(isCorrected && { again: "1" }) }));
  };
  return unlessUnwritable(write, refuse);
}

export default function SomethingIsWrong() {
  const { waybillNo, shownNo, trackingHref, reported, formKey, kinds, longest } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  if (reported && state === blankForm) {
    return (
      <SiteShell shortFooter>
        <h1>We have your report</h1>
        <Notice tone="good">
          <p>
            Your case number is <b className="nowrap">{reported.caseNo}</b>. Please keep it.
          </p>
          {reported.isCorrected ? <p>You sent it again: {reported.what}. What you sent last counts.</p> : null}
          <p>
            {reported.hasContact ? (
              "A person will look into it and answer you."
            ) : (
              <>
                A person will look into it. You gave no email or phone: to hear more, phone us at <OurPhone /> and say
                the number.
              </>
            )}
          </p>
        </Notice>
        <ButtonRow>
          <ButtonLink plain href={trackingHref}>
            Track this parcel
          </ButtonLink>
        </ButtonRow>
      </SiteShell>
    );
  }
  return (
    <SiteShell shortFooter>
      <h1>Something is wrong with my parcel</h1>
      <p>
        Waybill <b className="nowrap">{shownNo}.</b> Tell us what is wrong: a person looks into it.
      </p>
      <Aside title="In a hurry?">
        <p>
          Phone us at <OurPhone />, {workingHours}.
        </p>
      </Aside>
      <StepForm
        state={state}
        submit="Send"
        busyLabel="Sending…"
        backHref={paths.tracking(waybillNo)}
        hidden={{ formKey: state.values.formKey ?? formKey }}
      >
        <RadioCards name="kind" legend="What is wrong?" state={state} cards={kinds} />
        <TextArea name="words" label="In your own words" state={state} limit={longest} />
        <TextField
          name="contact"
          label="Your email or phone"
          required={false}
          hint="So that we can answer you."
          state={state}
          autoComplete="email"
          enterKeyHint="done"
        />
        <p className="hint">
          We keep this for as long as we need it to help you. <a href={paths.privacy}>How we treat it</a>
        </p>
      </StepForm>
    </SiteShell>
  );
}

/** @throws 404 for a number without a waybill, as the tracking page does */
async function existingWaybill({ store }: Services, typed = "") {
  const waybillNo = numberIn(typed, "waybill");
  const waybill = waybillNo && (await findWaybill(store.read, waybillNo));
  if (!waybill) throw new Response("Not Found", { status: 404 });
  return waybill;
}

/** Whether a report comes by the link in one of the parcel's emails, or from whoever booked it. */
/**
 * The limit of the email that answers a report at once. A report of whoever booked the parcel, or has a link to it, counts by
 * the booking if it is answered to somebody whom that names; it may name any mailbox.
 * @param bookingId of such a report
 */
async function answerTo(email: string, request: Request, context: AppLoadContext, bookingId: string | null) {
  const { store } = context.services;
  const quote = bookingId === null ? null : await quoteById(store.read, bookingId);
  const names = quote
    ? [quote.email, ...parties.flatMap((party) => contactsOf(quote.formSnapshot.addresses, party).emails)]
    : [];
  const isNamed = quote && names.some((name) => normaliseEmail(name) === normaliseEmail(email));
  return isNamed ? byOwner(quote.id) : messageTo(request, context, email);
}

async function isOwn(
  request: Request,
  context: AppLoadContext,
  { waybillNo, quoteId }: { waybillNo: string; quoteId: string },
) {
  const { store } = context.services;
  const quote = await quoteById(store.read, quoteId);
  if ((await allowedByLink(request, context, paths.case(waybillNo), quote)) === "all") return true;
  return quote !== null && isBookedHere(quote, request, context);
}
