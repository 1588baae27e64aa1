import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { judgeChange } from "#app/domain/bookings/change-details.server";
import { changeableFields, changeOwnBooking, isChangeable } from "#app/domain/bookings/change-own-booking.server";
import { type Party, parties, partyFields, partyNames } from "#app/domain/form/fields";
import { isAsked } from "#app/domain/form/in-latin";
import { isPaid } from "#app/domain/money/payment-state";
import { historyOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { numberInWords } from "#app/domain/parcels/waybill-number";
import type { FormState } from "#app/domain/values/form-state";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, settleLandmarks } from "#app/http/forms/landmarks.server";
import { latinToAsk } from "#app/http/forms/latin-letters.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow, byOwner } from "#app/http/limits/rate-limit.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { allowedByLink, allowedHere, keyIn, keyTo } from "#app/http/sign-in/allowed-by-link.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { Fieldset } from "#app/ui/forms/fieldset";
import { StepForm } from "#app/ui/forms/step-form";
import { TextField } from "#app/ui/forms/text-field";
import { Notice } from "#app/ui/notice";
import { OurPhone } from "#app/ui/our-phone";
import { OldLinkNotice, oldLink } from "#app/ui/shell/old-link";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { LandmarkQuestions } from "#app/ui/shipments/landmark-questions";
import { LatinQuestion } from "#app/ui/shipments/latin-question";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Change this booking");

/** The current names, phones and places, until the parcel is collected. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store } = context.services;
  const { quote, allowed } = await ownBooking(request, context, params.quoteId);
  const history = await historyOfQuote(store.read, quote.id);
  const isOpen = allowed === "all" && isChangeable(quote, history);
  const waybillNo = isOpen ? history[0]?.waybillNo : undefined;
  const { addresses } = quote.formSnapshot;
  const waybillPath = waybillNo ? paths.waybill(waybillNo) : null;
  const page = {
    ofWhat: numberInWords(quote.quoteNo, waybillNo),
    isOpen,
    isOldLink: allowed === "reading",
    isDone: typedQuery(request).has("done"),
    values: Object.fromEntries(changeableFields.map((name) => [name, isOpen ? asShown(name, addresses[name]) : ""])),
    waybillHref:
      waybillPath && paths.waybill(waybillNo ?? "", { key: keyTo(context.settings, waybillPath, quote, "sender") }),
    formAction: paths.changeBooking(quote.id, { key: keyIn(request) }),
    backHref: paths.paymentStatus(quote.id),
  };
  return json(page, privately());
}

/** The same answers again change nothing, and send no email. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { store, pricing, sendEmails } = context.services;
  const { quote, allowed } = await ownBooking(request, context, params.quoteId);
  if (allowed === "reading") throw new Response(oldLink(), { status: 403 });
  const form = await typedForm(request);
  const values = typedValues(form);
  const refuse = (errors: FormState["errors"], asked: AskedLandmark[] = [], latin: string[] = []) => ({
    ...{ errors, asked, latin },
    values: asked.length > 0 ? { ...values, askedPlaces: askedPlaces(form, asked) } : values,
  });
  const { addresses } = quote.formSnapshot;
  const landmarks = parties.map((party) => {
    return { field: `${party}Landmark`, postal: addresses[`${party}Postal`], country: addresses[`${party}Country`] };
  });
  const asked = await settleLandmarks(context.services, form, landmarks);
  const read = typedValues(form);
  // A phone in the page's own format is not a change. What was left stays out, because somebody else may change it now.
  const typed = Object.fromEntries(
    changeableFields
      .filter((name) => values[name] !== asShown(name, addresses[name]))
      .map((name) => [name, read[name] ?? ""]),
  );
  const latin = parties.flatMap((party) => latinToAsk(form, read, party));
  if (asked.length + latin.length > 0) return json(refuse({}, asked, latin), privately(400));
  const write = async () => {
    const isOpen = isChangeable(quote, await historyOfQuote(store.read, quote.id));
    const judged = isOpen ? await judgeChange(store.read, pricing, quote, typed) : null;
    // Each change sends an email to both.
    const isProven =
      isPaid(quote.status) || (await allowedByLink(request, context, paths.changeBooking(quote.id), quote)) === "all";
    const limits = isProven
      ? [byOwner(quote.id)]
      : await Promise.all(
          [quote.email, addresses.toEmail].filter(Boolean).map((to) => messageTo(request, context, to)),
        );
    const turn = judged?.ok && judged.changed.length > 0 ? await allow(context, new Date(), ...limits) : null;
    if (turn && !turn.ok) return json(refuse({ "": [turn.why] }), turn.answer);
    const change = await changeOwnBooking(
      turn?.asked ?? null,
      { store, pricing },
      quote.id,
      typed,
      addressInEmails(request, context.settings),
      new Date(),
    );
    if (!change.ok) return json(refuse(change.errors), privately(400));
    sendEmails();
    return onward(paths.changeBooking(quote.id, { key: keyIn(request), done: "1" }));
  };
  return unlessUnwritable(write, (words, how) => json(refuse({ "": [words] }), how));
}

export default function ChangeBooking() {
  const { ofWhat, isOpen, isOldLink, isDone, values, waybillHref, formAction, backHref } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const state = answer ?? { values, errors: {} };
  return (
    <SiteShell shortFooter>
      <h1>Change this booking</h1>
      {isDone ? (
        <Notice tone="good">
          <p>Your changes are saved. We have emailed the sender and the receiver.</p>
          {waybillHref ? (
            <p>
              Have you printed the waybill? <a href={waybillHref}>Print the new one</a>.
            </p>
          ) : null}
        </Notice>
      ) : null}
      {isOpen ? (
        <>
          <p>
            <span className="nowrap">{ofWhat}</span>. You can change these until we collect the parcel. To send it to
            another town, please cancel the booking and book again.
          </p>
          <StepForm
            action={formAction}
            state={state}
            submit="Save changes"
            busyLabel="Saving…"
            backHref={backHref}
            early={
              answer && answer.asked.length + answer.latin.length > 0 ? (
                <>
                  <LandmarkQuestions asked={answer.asked} submit="Save changes" />
                  <LatinQuestion fields={answer.latin} submit="Save changes" />
                </>
              ) : null
            }
            sideBySide
            capitalize
          >
            <PartyFields party="from" state={state} />
            <PartyFields party="to" state={state} />
          </StepForm>
        </>
      ) : (
        <>
          <ErrorSummary errors={state.errors} />
          {isOldLink ? (
            <OldLinkNotice />
          ) : (
            <Notice tone="info">
              <p>
                This booking can't be changed here any more. Phone us at <OurPhone />: we will tell you what can still
                be done.
              </p>
            </Notice>
          )}
          <ButtonRow>
            <ButtonLink plain href={backHref}>
              See the booking
            </ButtonLink>
          </ButtonRow>
        </>
      )}
    </SiteShell>
  );
}

function PartyFields({ party, state }: { party: Party; state: FormState }) {
  const fields = Object.entries(partyFields).filter(
    ([name, field]) => (field.inLatin || `${party}${name}` in state.values) && isAsked(state.values, party, field),
  );
  return (
    <Fieldset legend={partyNames[party]}>
      {fields.map(([name, { label, hint, rule, fill }]) => (
        <TextField
          key={name}
          name={`${party}${name}`}
          label={label}
          hint={hint}
          state={state}
          autoComplete={fill && `section-${party} ${fill}`}
          type={rule === "phone" ? "tel" : undefined}
          required={!rule.startsWith("optional")}
        />
      ))}
    </Fieldset>
  );
}

function asShown(name: string, value: string): string {
  return name.endsWith("Phone") ? phoneAsShown(value) : value;
}

/** For its account, the browser that booked it, or a signed link. Not found for anybody else. */
async function ownBooking(request: Request, context: AppLoadContext, quoteId = "") {
  const { store } = context.services;
  const quote = await quoteById(store.read, quoteId);
  const allowed = quote?.bookedAt ? await allowedHere(request, context, quote, paths.changeBooking(quoteId)) : null;
  if (!quote || !allowed) throw new Response("Not Found", { status: 404 });
  return { quote, allowed };
}
