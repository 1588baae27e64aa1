import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isVerified } from "#app/domain/accounts/account";
import { blockedInWords, isBlocked } from "#app/domain/accounts/blocked-customers.server";
import { beforeItIsBooked } from "#app/domain/bookings/charges/account-in-words.server";
import { columnsInWords } from "#app/domain/bookings/import-columns";
import { MOST_IMPORTED, type ReadImport, readImport, type WrongEntry } from "#app/domain/bookings/import-list.server";
import { bookImport, orderOfList } from "#app/domain/bookings/imported-bookings.server";
import { creditOf } from "#app/domain/money/credit.server";
import { quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { collectionDays } from "#app/domain/prices/open-days.server";
import { placeTyped } from "#app/domain/prices/place-on-route.server";
import { contradictionsIn, type Places } from "#app/domain/prices/places.server";
import { inWords } from "#app/domain/prices/town-against-code";
import { asList } from "#app/domain/values/delimited-text";
import { readText } from "#app/domain/values/file-text.server";
import type { FormState } from "#app/domain/values/form-state";
import { type Cents, formatRand } from "#app/domain/values/money";
import type { DoneOr } from "#app/domain/values/refused";
import { carriedValue } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow } from "#app/http/limits/rate-limit.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { paths } from "#app/paths";
import {
  ImportForm,
  type ImportReview,
  ReviewedImport,
  WhatAListNeeds,
} from "#app/routes/dashboard_.import/import-forms";
import { Notice } from "#app/ui/notice";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";

/** The most notes or wrong entries shown, so that the page of a completely wrong list doesn't take megabytes. */
const MOST_SHOWN = 40;
/** As much of an entry as shows which one it is. */
const LONGEST_SHOWN = 60;
const NOT_CONFIRMED = "Please accept the confirmation above to continue.";
const CHANGED = "The prices have changed since this page was shown. Please check them and confirm again.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Send many parcels");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const [day = ""] = await collectionDays(context.services.store.read, null, new Date());
  const credit = await creditOf(context.services.store.read, account.uid);
  const paysByMonth = credit !== null && credit.stoppedAt === null;
  const columns = columnsInWords(day);
  const page = { formToken, isVerified: isVerified(account), columns, most: MOST_IMPORTED, paysByMonth };
  return json(page, privately());
}

/** Checks a list, shows what it costs, and books it when confirmed. Sending the same list again books nothing more. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const { store, pricing, places, sendEmails } = context.services;
  const intent = carriedValue(form, "intent");
  const sent = await listIn(form);
  if (!sent.ok) return json(listForm("", [sent.why]), privately(400));
  const list = asList(sent.text);
  const refuse = (messages: string[], how: PrivateAnswer) => json(listForm(list, messages), how);
  if (intent === "change") return json(listForm(list, []), privately());
  if (!isVerified(account)) return refuse(["Prove your email address first."], privately(403));
  const orderId = orderOfList(account, list);
  if ((await quotesOfOrder(store.read, orderId)).length > 0) {
    if (intent === "book") return onward(paths.payfastOrder(orderId));
    return json({ ...listForm(list, []), bookedHref: paths.payfastOrder(orderId) }, privately(409));
  }
  const now = new Date();
  // What was checked can be booked, however often it was checked.
  const reader = intent === "book" ? `${account.uid} book` : account.uid;
  const allowance = await unlessUnwritable(
    () => allow(context, now, ["listChecks", reader]),
    (why, answer) => ({ ok: false as const, why, answer }),
  );
  if (!allowance.ok) return refuse([allowance.why], allowance.answer);
  const read = await readImport(store.read, allowance.asked, { pricing, places }, account, list, now);
  if (!read.ok) return json(wrongList(list, read), privately(400));
  const totalCents = read.priced.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  const toOwe = { uid: account.uid, quotes: read.priced, cents: totalCents };
  const onAccount = await beforeItIsBooked(store.read, toOwe, now);
  const review = { ...(await reviewOf(read, totalCents, places)), onAccount };
  const isConfirmed = form.get("confirm") === "on";
  const isSamePrice = carriedValue(form, "agreed") === review.agreed;
  // Refused for another reason, the confirmation stays; a new price needs a new one.
  const values = isConfirmed && isSamePrice ? { list, confirm: "on" } : { list };
  const shown = { ...listForm(list, []), values, review: { ...review, waited: carriedValue(form, "waited") } };
  const again = (errors: FormState["errors"], how: PrivateAnswer) => json({ ...shown, errors }, how);
  if (intent !== "book") return again({}, privately());
  if (!isConfirmed) return again({ confirm: [NOT_CONFIRMED] }, privately(400));
  if (!isSamePrice) return again({ "": [CHANGED] }, privately(409));

  const book = async () => {
    const turn = await takeTurn(context, "bookings", form, now);
    if (turn.kind !== "now") return again({ "": [turn.why] }, turn.answer);
    for (const { formSnapshot } of read.priced) {
      if (await isBlocked(store.read, { uid: account.uid, ...formSnapshot }))
        return again({ "": [blockedInWords()] }, privately(403));
    }
    const site = { mode: context.settings.payfast.mode, appUrl: addressInEmails(request, context.settings) };
    const bookings = { ...read, content: list, termsVersion: TERMS_VERSION };
    const outcome = await store.tx((tx) => bookImport(tx, turn.asked, account, bookings, site, now));
    if ("refused" in outcome) return again({ "": [outcome.detail] }, privately(409));
    sendEmails();
    return onward(paths.payfastOrder(orderId));
  };
  return unlessUnwritable(book, (words, how) => again({ "": [words] }, how));
}

export default function SendManyParcels() {
  const { formToken, isVerified, columns, most, paysByMonth } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const state: FormState = { values: answer?.values ?? {}, errors: answer?.errors ?? {} };
  const review = answer?.review;
  return (
    <AccountShell backHref={paths.dashboard} formToken={formToken}>
      <h1>{review ? "Check your parcels" : "Send many parcels"}</h1>
      {answer?.bookedHref ? (
        <Notice tone="info" title="You have booked this list before">
          <p>
            Nothing was booked again. <a href={answer.bookedHref}>See its parcels and pay for them</a>.
          </p>
          <p>To send the same parcels once more, change something in the list, such as a description.</p>
        </Notice>
      ) : null}
      {isVerified ? null : (
        <Notice tone="info">
          <p>
            <a href={paths.verify({ next: paths.importParcels })}>Verify your email address</a> before you send a list.
          </p>
        </Notice>
      )}
      {review ? (
        <ReviewedImport {...{ review, state }} hidden={{ token: formToken }} />
      ) : (
        <>
          <ImportForm {...{ state, most, paysByMonth }} wrong={answer?.wrong ?? []} hidden={{ token: formToken }} />
          <WhatAListNeeds {...columns} />
        </>
      )}
    </AccountShell>
  );
}

/** The list: the file if there is one, otherwise the pasted text. */
async function listIn(form: FormData): Promise<DoneOr<{ text: string }>> {
  const file = form.get("file");
  if (file !== null && typeof file !== "string" && file.size > 0)
    return readText(new Uint8Array(await file.arrayBuffer()));
  const pasted = form.get("list");
  return { ok: true, text: typeof pasted === "string" ? pasted : "" };
}

type Listed = Extract<ReadImport, { ok: true }>;
type ListForm = FormState & { review: ImportReview | null; bookedHref: string | null; wrong: WrongEntry[] };

function listForm(list: string, messages: string[]): ListForm {
  const errors: FormState["errors"] = messages.length > 0 ? { list: messages } : {};
  return { values: { list }, errors, review: null, bookedHref: null, wrong: [] };
}

/** A list that can't be booked, with a table of what is wrong in it. */
function wrongList(list: string, { faults, wrong }: Extract<ReadImport, { ok: false }>): ListForm {
  if (wrong.length === 0) return listForm(list, faults);
  const [these, more] = [wrong.length === 1 ? "1 entry is" : `${wrong.length} entries are`, wrong.length > MOST_SHOWN];
  const words = `${these} wrong. The table says what to write${more ? ` in the first ${MOST_SHOWN}` : ""}.`;
  const shown = wrong.slice(0, MOST_SHOWN).map((entry) => ({ ...entry, wrote: cut(entry.wrote) }));
  return { ...listForm(list, [words]), wrong: shown };
}

const cut = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

function shortened(notes: string[]): string[] {
  const more = notes.length - MOST_SHOWN;
  return more > 0 ? [...notes.slice(0, MOST_SHOWN), `And ${more} more.`] : notes;
}

async function reviewOf(
  { priced, lineNumbers, mended, notes }: Listed,
  totalCents: Cents,
  places: Places,
): Promise<Omit<ImportReview, "onAccount">> {
  const parcels = await Promise.all(
    priced.map(async ({ formSnapshot: { addresses }, quantity, grandTotalCents }, place) => ({
      place,
      to: `${addresses.toName}, ${placeTyped(addresses, "to")} ${addresses.toPostal}${quantity > 1 ? `, ${quantity} parcels` : ""}`,
      price: formatRand(grandTotalCents ?? 0),
      questions: (await contradictionsIn(places, addresses)).map(
        ({ wrong }) => `Line ${lineNumbers[place]}: ${inWords(wrong)}`,
      ),
    })),
  );
  return {
    parcels,
    total: formatRand(totalCents),
    agreed: String(totalCents),
    waited: "",
    notes: shortened([...mended, ...notes]),
  };
}
