import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { company } from "#app/company.server";
import { textsWaitUntil } from "#app/config.server";
import { addressInALine, contact } from "#app/contact";
import { saveReceiversPlace, undeliveredWaybill } from "#app/domain/bookings/receivers-place.server";
import { sendPinAgain } from "#app/domain/messages/pin-again.server";
import { notesOf } from "#app/domain/quotes/booking-notes.server";
import type { Quote } from "#app/domain/quotes/quote";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { daysOffered, openForWishes, takeBackWish, takeWish } from "#app/domain/rounds/take-wish.server";
import { wishInWords } from "#app/domain/rounds/wish-emails";
import { holding, wishesOf } from "#app/domain/rounds/wishes.server";
import { limits, partyFields } from "#app/domain/shipments/fields";
import { optionalLine } from "#app/domain/shipments/text-rules";
import type { FormState } from "#app/domain/values/form-state";
import { saWeekday } from "#app/domain/values/sa-time";
import { readPin } from "#app/domain/waybills/delivery-pin.server";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, settleLandmarks } from "#app/http/forms/landmarks.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { readWish } from "#app/http/forms/wish-form.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/signed-link.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { TextField } from "#app/ui/forms/text-field";
import { Notice } from "#app/ui/notice";
import { OldLinkNotice, oldLink } from "#app/ui/shell/old-link";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { useThisAddress } from "#app/ui/shell/this-page";
import { LandmarkQuestions } from "#app/ui/shipments/landmark-questions";
import { ReceiversWishes, type WishesShown } from "#app/ui/shipments/receivers-wishes";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("How will the driver find you?");

const { label, nameInMessages, hint } = partyFields.Landmark;
const PlaceSchema = z.object({ landmark: optionalLine(`Your ${nameInMessages}`, limits.landmark) });

/** For a parcel's receiver, by the link in their email: they know better than the sender how to find them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { quote, allowed } = await receiversParcel(request, params.quoteId);
  const { store, places } = await company();
  const now = new Date();
  const waybillNo = await undeliveredWaybill(store.read, quote);
  const { toAddressLine, toSuburb, toCity, toLandmark } = quote.formSnapshot.addresses;
  const page = {
    shownNo: waybillNo && spokenWaybillNumber(waybillNo),
    trackingHref: waybillNo && paths.tracking(waybillNo),
    isOldLink: allowed === "reading",
    address: waybillNo && [toAddressLine, toSuburb, toCity].filter(Boolean).join(", "),
    landmark: waybillNo ? toLandmark : "",
    readAs: waybillNo ? await places.readAs(toLandmark) : null,
    wishes: await wishesShown(quote, now),
    hasPin: waybillNo !== null && (await readPin(store.read, waybillNo)) !== null,
    done: doneWords(new URL(request.url).searchParams.get("saved"), textsWaitUntil(now)),
  };
  return json(page, privately());
}

/** The same answer again changes nothing. The PIN is only sent to the booking's own phone or email. */
export async function action({ request, params }: ActionFunctionArgs) {
  refuseOtherSites(request);
  const { quote, allowed } = await receiversParcel(request, params.quoteId);
  if (allowed === "reading") throw new Response(oldLink(), { status: 403 });
  const form = await request.formData();
  const key = keyIn(request);
  const { store, sendEmails } = await company();
  if (carriedValue(form, "pin") === "again") {
    const waybillNo = await undeliveredWaybill(store.read, quote);
    const sent = waybillNo ? await store.tx((tx) => sendPinAgain(tx, quote, waybillNo, new Date())) : "no pin";
    sendEmails();
    return onward(paths.findMe(quote.id, { key, saved: sent }));
  }
  const values = typedValues(form);
  // No radio button is sent if none was chosen.
  const isWish = form.has("wish") || form.has("neighbour") || form.has("takeBack");
  const again = (errors: FormState["errors"], how: ResponseInit, asked: AskedLandmark[] = []) =>
    json(
      {
        values: asked.length > 0 ? { ...values, askedPlaces: askedPlaces(form, asked) } : values,
        ...{ errors, asked, isWish },
      },
      how,
    );
  const refuse = (words: string, how: ResponseInit) => again({ "": [words] }, how);
  if (isWish) {
    const wish = form.has("takeBack") ? null : readWish(form);
    if (wish && !wish.ok) return again(wish.state.errors, { status: 400 });
    const depot = wish?.answers.kind === "depot" && !(await depotFor(quote));
    if (depot) return refuse("This parcel can't be fetched at the depot.", { status: 400 });
    const change = async () => {
      const done = await store.tx((tx) =>
        wish
          ? takeWish(tx, quote, wish.answers, new Date())
          : takeBackWish(tx, quote, carriedValue(form, "takeBack"), new Date()),
      );
      sendEmails();
      if (!done.ok) return refuse(done.refusal, { status: 409 });
      return onward(`${paths.findMe(quote.id, { key, saved: wish ? "wish" : "taken back" })}#wishes`);
    };
    return unlessUnwritable(change, refuse);
  }
  const { toPostal: postal, toCountry: country } = quote.formSnapshot.addresses;
  const asked = await settleLandmarks(form, [{ field: "landmark", postal, country }]);
  const checked = checkForm(form, PlaceSchema);
  if (!checked.ok) return again(checked.state.errors, { status: 400 });
  if (asked.length > 0) return again({}, { status: 400 }, asked);
  const write = async () => {
    const isTaken = await store.tx((tx) => saveReceiversPlace(tx, quote.id, checked.answers.landmark, new Date()));
    return onward(paths.findMe(quote.id, { key, saved: isTaken ? "yes" : undefined }));
  };
  return unlessUnwritable(write, refuse);
}

export default function FindMe() {
  const { shownNo, trackingHref, isOldLink, address, landmark, readAs, wishes, hasPin, done } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [state, wishState] = answer?.isWish ? [blankForm, answer] : [answer ?? blankForm, blankForm];
  const here = useThisAddress();
  return (
    <SiteShell path={useLocation().pathname}>
      <h1>How will the driver find you?</h1>
      {shownNo ? (
        <>
          {done ? (
            <Notice tone="good">
              <p>{done}</p>
            </Notice>
          ) : null}
          <p>
            Waybill <b className="nowrap">{shownNo}</b>. We bring the parcel to: <b>{address}</b>
          </p>
          {isOldLink ? (
            <OldLinkNotice />
          ) : (
            <StepForm
              state={state}
              submit="Save"
              early={
                answer && answer.asked.length > 0 ? <LandmarkQuestions asked={answer.asked} submit="Save" /> : null
              }
              busyLabel="Saving…"
              more={
                trackingHref ? (
                  <ButtonLink plain href={trackingHref}>
                    Track the parcel
                  </ButtonLink>
                ) : null
              }
            >
              <TextField
                name="landmark"
                label={label}
                hint={readAs ? `We read this as ${readAs}.` : hint}
                state={state}
                defaultValue={landmark}
                required={false}
              />
            </StepForm>
          )}
          {wishes && !isOldLink ? (
            <ReceiversWishes {...wishes} state={wishState} />
          ) : (
            <ErrorSummary errors={wishState.errors} />
          )}
          {hasPin && !isOldLink ? (
            <form method="post" action={here} className="form">
              <p>The driver asks for your PIN when you have the parcel. It came by email or text message.</p>
              <ButtonRow>
                <Button plain name="pin" value="again">
                  Send me the PIN again
                </Button>
              </ButtonRow>
            </form>
          ) : null}
          <p>Is the address wrong? Phone us at {contact().phoneShown}.</p>
        </>
      ) : (
        <>
          <Notice tone="info">
            <p>This parcel is no longer on its way, so nobody has to find you.</p>
          </Notice>
          <ButtonRow>
            <ButtonLink plain href={paths.track}>
              Track a parcel
            </ButtonLink>
          </ButtonRow>
        </>
      )}
    </SiteShell>
  );
}

/** The message after a form was saved, by the word in the page's address. */
function doneWords(word: string | null, textsWait: string | null): string | null {
  if (word === "wish") return "Thank you. We have told the driver, and sent you a message about it.";
  if (word === "taken back") return "It doesn't hold any more. We have sent you a message about it.";
  if (word === "yes") return "Thank you. The driver will read this.";
  if (word === "sent by text" && textsWait) return `We send the PIN to your phone by text message, after ${textsWait}.`;
  if (word === "sent by text") return "We have sent the PIN to your phone by text message.";
  if (word === "sent by email") return "We have sent the PIN to you by email.";
  return word === "not sent" ? `We have sent it several times today. Phone us at ${contact().phoneShown}.` : null;
}

/** Whoever has the link is treated as the receiver. Not found for anybody else. */
async function receiversParcel(request: Request, quoteId = "") {
  const { store } = await company();
  const quote = await quoteById(store.read, quoteId);
  const allowed = quote?.bookedAt ? await allowedByLink(request, paths.findMe(quoteId)) : null;
  if (!quote || !allowed) throw new Response("Not Found", { status: 404 });
  return { quote, allowed };
}

/** What the receiver can wish for, and what they have; null once the parcel is out for delivery, or for an old link. */
async function wishesShown(quote: Quote, now: Date): Promise<WishesShown | null> {
  const { store } = await company();
  const waybillNo = await openForWishes(store.read, quote);
  if (!waybillNo) return null;
  const [wishes, notes] = [await wishesOf(store.read, waybillNo), await notesOf(store.read, quote.id)];
  const days = await daysOffered(store.read, now);
  return {
    days: days.map((day) => ({ value: day, text: saWeekday(day) })),
    depot: (await depotFor(quote)) ? `${addressInALine()}. ${contact().depotHours}` : null,
    held: holding(wishes, now).map((wish) => ({
      id: wish.id,
      words: notes.find(({ id }) => id === wish.id)?.note ?? wishInWords(wish),
    })),
  };
}

/** Whether a receiver may fetch the parcel: only in the depot's own region, and where its hours are set. */
async function depotFor({ toPostal }: Quote): Promise<boolean> {
  const [, depotCode] = /(\d{4})$/.exec(addressInALine()) ?? [];
  const { places } = await company();
  return contact().depotHours !== null && depotCode !== undefined && places.areInOneRegion(depotCode, toPostal ?? "");
}
