import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { textsWaitUntil } from "#app/config.server";
import { saveReceiversPlace } from "#app/domain/bookings/receivers-place.server";
import { takeBackWish, takeWishes } from "#app/domain/drivers/take-wish.server";
import { depotFor, type WishKind, wishesShown } from "#app/domain/drivers/wishes.server";
import { receiverCanBeTold } from "#app/domain/form/contacts.server";
import { limits } from "#app/domain/form/fields";
import { optionalLine } from "#app/domain/form/text-rules";
import { sendPinAgain } from "#app/domain/messages/pin-again.server";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { DEPOT_DAYS } from "#app/domain/parcels/depot";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { maySendBack } from "#app/domain/parcels/send-back.server";
import { undeliveredWaybill } from "#app/domain/parcels/undelivered.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import type { FormState } from "#app/domain/values/form-state";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, settleLandmarks } from "#app/http/forms/landmarks.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { sendBack } from "#app/http/wizard/resume-quote.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { NoLongerOnItsWay, PinAgain, PlaceChoice, PlaceSaved } from "#app/routes/find-me.$quoteId/find-me";
import { ReceiversPanel } from "#app/routes/find-me.$quoteId/panel";
import { panelOf } from "#app/routes/find-me.$quoteId/panel.server";
import { HeldWishes, WishChoices } from "#app/routes/find-me.$quoteId/receivers-wishes";
import { choiceOf, isWishForm, readWish } from "#app/routes/find-me.$quoteId/wish-form.server";
import type { Services } from "#app/services.server";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { blankForm } from "#app/ui/forms/field-state";
import { OldLinkNotice, oldLink } from "#app/ui/shell/old-link";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { shown } from "#app/ui/words";

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ panel }) =>
  plainText(panel?.headline ?? catalogue().receiver.title),
);

const PlaceSchema = z.object({
  landmark: optionalLine(() => catalogue().receiver.place.nameInErrors, limits.landmark),
});

/** For a parcel's receiver, by the link in their email: they know better than the sender how to find them. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { quote, allowed } = await receiversParcel(request, context, params.quoteId);
  const { store, places } = context.services;
  const now = new Date();
  const waybillNo = await undeliveredWaybill(store.read, quote);
  const mayKnowDriver = allowed === "all";
  const { addresses } = quote.formSnapshot;
  const { toLandmark } = addresses;
  const page = {
    shownNo: waybillNo && spokenWaybillNumber(waybillNo),
    panel: waybillNo ? await panelOf(context.services, { quote, waybillNo, mayKnowDriver }, now) : null,
    isOldLink: allowed === "reading",
    landmark: waybillNo ? toLandmark : "",
    readAs: waybillNo ? await places.readAs(toLandmark) : null,
    wishes: await wishesShown({ read: store.read, places }, quote, now),
    depotDays: DEPOT_DAYS,
    hasPin: waybillNo !== null && receiverCanBeTold(addresses) && (await readPin(store.read, waybillNo)) !== null,
    canComeBack: allowed === "all" && (await maySendBack(store.read, quote)),
    saved: typedQuery(request).get("saved"),
    textsWait: textsWaitUntil(context.settings, now),
  };
  return json(page, privately());
}

/** The same answer again changes nothing. The PIN is only sent to the booking's own phone or email. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { quote, allowed } = await receiversParcel(request, context, params.quoteId);
  if (allowed === "reading") throw new Response(oldLink(), { status: 403 });
  const form = await typedForm(request);
  const key = keyIn(request);
  const backToPage: Done = (saved) => onward(paths.findMe(quote.id, { key, saved }));
  if (form.has("back")) return await sentBack(context, quote, backToPage);
  if (carriedValue(form, "pin") === "again") return backToPage(await pinSentAgain(context.services, quote));
  if (isWishForm(form)) return takeWishIn(context.services, form, quote, backToPage);
  // A field left blank is an answer; a form without it is none.
  return form.has("landmark") ? savePlace(context.services, form, quote, backToPage) : backToPage();
}

type Done = (saved?: string) => Response;

/** To the wizard; a parcel that hasn't arrived stays here. */
async function sentBack(context: AppLoadContext, quote: Quote, backToPage: Done): Promise<Response> {
  const { store } = context.services;
  return (await maySendBack(store.read, quote)) ? sendBack(context.settings, quote, "the receiver") : backToPage();
}

async function pinSentAgain({ store, sendEmails }: Services, quote: Quote): Promise<string> {
  const waybillNo = await undeliveredWaybill(store.read, quote);
  const sent = waybillNo ? await store.tx((tx) => sendPinAgain(tx, quote, waybillNo, new Date())) : "no pin";
  sendEmails();
  return sent;
}

async function takeWishIn({ store, places, sendEmails }: Services, form: FormData, quote: Quote, backToPage: Done) {
  const choice = form.has("takeBack") ? "taken back" : choiceOf(form);
  const refuse = (words: string, how: ResponseInit) => again(form, { errors: { "": [words] }, choice }, how);
  const wished = form.has("takeBack") ? null : readWish(form);
  if (wished && !wished.ok) return again(form, { errors: wished.state.errors, choice }, { status: 400 });
  if (wished?.answers.some(({ kind }) => kind === "depot") && (await depotFor(quote, places)) === null)
    return refuse(plainText(catalogue().receiver.wishes.noDepot), { status: 400 });
  const change = async () => {
    const taken = await store.tx((tx) =>
      wished
        ? takeWishes(tx, quote, wished.answers, new Date())
        : takeBackWish(tx, quote, carriedValue(form, "takeBack"), new Date()),
    );
    sendEmails();
    return taken.ok ? backToPage(wished ? "wish" : "taken back") : refuse(taken.why, { status: 409 });
  };
  return unlessUnwritable(change, refuse);
}

async function savePlace(services: Services, form: FormData, quote: Quote, backToPage: Done) {
  const { store } = services;
  const { toPostal: postal, toCountry: country } = quote.formSnapshot.addresses;
  // A page that asks or refuses shows what was typed, not what was read in it.
  const read = new FormData();
  for (const [name, value] of form) read.append(name, value);
  const asked = await settleLandmarks(services, read, [{ field: "landmark", postal, country }]);
  const checked = checkForm(read, PlaceSchema);
  const choice = "place";
  if (!checked.ok) return again(form, { errors: checked.state.errors, choice }, { status: 400 });
  if (asked.length > 0) return again(form, { errors: {}, choice, asked }, { status: 400 });
  const write = async () => {
    const isTaken = await store.tx((tx) => saveReceiversPlace(tx, quote.id, checked.answers.landmark, new Date()));
    return backToPage(isTaken ? "yes" : undefined);
  };
  return unlessUnwritable(write, (words, how) => again(form, { errors: { "": [words] }, choice }, how));
}

/** One of the four choices, or a wish that was to be taken back. */
type AnsweredChoice = WishKind | "place" | "taken back";

/** The choice as it was filled in, with what is wrong or asked. */
function again(
  form: FormData,
  { errors, choice, asked = [] }: { errors: FormState["errors"]; choice: AnsweredChoice; asked?: AskedLandmark[] },
  how: ResponseInit,
) {
  const values = typedValues(form);
  if (asked.length > 0) values.askedPlaces = askedPlaces(form, asked);
  return json({ values, errors, choice, asked }, how);
}

export default function FindMe() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { panel } = page;
  return (
    <SiteShell shortFooter>
      {panel ? <ParcelToCome {...page} panel={panel} answer={answer} /> : <NoLongerOnItsWay {...page} />}
    </SiteShell>
  );
}

type Page = SerializeFrom<typeof loader>;
type Answer = SerializeFrom<typeof action> | undefined;

function ParcelToCome(props: Page & { panel: NonNullable<Page["panel"]>; answer: Answer }) {
  const { panel, wishes, isOldLink, hasPin, answer } = props;
  const words = catalogue().receiver;
  const canWish = wishes !== null && wishes.refusal === null && !isOldLink;
  const stateOf = (choice: AnsweredChoice) => (answer?.choice === choice ? answer : blankForm);
  // Whoever was missed is asked for a day at once.
  const open = answer?.choice ?? (panel.isMissed ? "day" : null);
  const place = isOldLink ? null : (
    <PlaceChoice {...props} state={stateOf("place")} asked={answer?.asked ?? []} isOpen={open === "place"} />
  );
  const isOffered = answer?.choice === "place" || (canWish && answer?.choice !== "taken back");
  return (
    <>
      <PlaceSaved {...props} />
      <ReceiversPanel panel={panel} isBrief={answer !== undefined} />
      {isOldLink ? <OldLinkNotice /> : null}
      {answer && !isOffered ? <ErrorSummary errors={answer.errors} /> : null}
      <div className="wide form pair">
        {open === "place" ? place : null}
        {wishes && !isOldLink ? (
          <section id="wishes" className="form">
            <h2>{shown(words.wishes.title)}</h2>
            <HeldWishes held={wishes.held} mayTakeBack={canWish} />
            {wishes.refusal && !answer ? <p>{wishes.refusal}</p> : null}
            {canWish ? <WishChoices {...wishes} depotDays={props.depotDays} open={open} stateOf={stateOf} /> : null}
          </section>
        ) : null}
        <div className="form">
          {open === "place" ? null : place}
          {hasPin && !isOldLink ? <PinAgain /> : null}
          <ButtonRow>
            <ButtonLink plain href={panel.trackingHref}>
              {shown(words.track)}
            </ButtonLink>
          </ButtonRow>
          <p>{shown(wishes ? words.isWrong() : words.isWrongOrAway())}</p>
        </div>
      </div>
    </>
  );
}

/** Whoever has the link is treated as the receiver. Not found for anybody else. */
async function receiversParcel(request: Request, context: AppLoadContext, quoteId = "") {
  const { store } = context.services;
  const quote = await quoteById(store.read, quoteId);
  const allowed = quote?.bookedAt ? await allowedByLink(request, context, paths.findMe(quoteId), quote) : null;
  if (!quote || !allowed) throw new Response("Not Found", { status: 404 });
  return { quote, allowed };
}
