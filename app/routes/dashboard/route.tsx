import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Config } from "#app/config.server";
import { isVerified } from "#app/domain/accounts/account";
import { greeting } from "#app/domain/accounts/greeting";
import { agreeToTerms, hasOlderTerms } from "#app/domain/accounts/keys.server";
import { accountInWords } from "#app/domain/bookings/charges/account-in-words.server";
import { countRows, groupsShown, rowsIn } from "#app/domain/bookings/dashboard-groups";
import { bookingShown, isInTrouble, quoteShown, saidOnce, urgentFirst } from "#app/domain/bookings/dashboard-rows";
import { quotesAtBank } from "#app/domain/money/attempts.server";
import type { Charge } from "#app/domain/money/charges.server";
import { priceChargesOf } from "#app/domain/money/credit.server";
import type { Invoice } from "#app/domain/money/invoice";
import { papersOfAll } from "#app/domain/money/invoices.server";
import { isPaid } from "#app/domain/money/payment-state";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { parcelStates } from "#app/domain/parcels/parcel-states.server";
import { quotesFound, quotesInTrouble } from "#app/domain/parcels/quotes/found-quotes.server";
import {
  bookmarkOf,
  bookmarkWord,
  type OwnedQuote,
  ownedQuote,
  quotesOf,
} from "#app/domain/parcels/quotes/owned-quotes.server";
import { openListOf, openOrdersOf } from "#app/domain/parcels/quotes/payment-order.server";
import { countGroups, MOST_SLIPS_TOGETHER, quoteGroups } from "#app/domain/parcels/quotes/quote-groups.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { maySendBack } from "#app/domain/parcels/send-back.server";
import { endpointOf, endpointsBehind, lastAnswerInWords } from "#app/domain/post/webhooks/endpoints.server";
import { resendCalls } from "#app/domain/post/webhooks/switched-off.server";
import { saMonth } from "#app/domain/values/calendar-month";
import { isValidEmail } from "#app/domain/values/email";
import { carriedValue } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { examplePrice } from "#app/http/pages/example-price.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { resumeQuote, sendAgain, sendBack } from "#app/http/wizard/resume-quote.server";
import { accountPaths, paths } from "#app/paths";
import {
  DashboardHelp,
  DashboardStart,
  DashboardTop,
  FirstParcel,
  SendFirst,
} from "#app/routes/dashboard/dashboard-parts";
import { DashboardLists, Troubled } from "#app/routes/dashboard/dashboard-rows";
import type { Services } from "#app/services.server";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const LONGEST_SOUGHT = 40;
const NOT_YOURS = "We could not find that quote among yours.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Dashboard");

/**
 * The 30 most recent quotes and bookings, and before them every booking that went wrong; a link leads to older ones, and
 * a search finds any by a name, a place or its number. `?state=` shows one group of them.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const { store, pricing } = context.services;
  const query = typedQuery(request);
  const sought = (query.get("q") ?? "").trim().slice(0, LONGEST_SOUGHT);
  const chosen = quoteGroups.find((group) => group === query.get("state"));
  const before = bookmarkOf(query.get("before"));
  const isFirst = !sought && !query.has("before") && !chosen;
  const showsTrouble = isFirst || (!sought && !before && chosen !== undefined);
  const now = new Date();
  const { list, older } = sought
    ? { list: await quotesFound(store.read, account.uid, sought), older: null }
    : await quotesOf(store.read, account.uid, before, chosen);
  const wrong = showsTrouble ? await quotesInTrouble(store.read, account.uid, now) : [];
  const shown = new Set(list.map(({ quote }) => quote.id));
  const booked = [...list, ...wrong.filter(({ quote }) => !shown.has(quote.id))].filter(isBooking);
  const orders = sought ? [] : await openOrdersOf(store.read, account.uid);
  const states = await parcelStates(store.read, booked, now);
  const unpaid = list.filter(({ quote }) => !isPaid(quote.status)).map(({ quote }) => quote.id);
  const ids = booked.map(({ quote }) => quote.id);
  const onAccount = await accountInWords(store.read, account.uid, now);
  const money = {
    atBank: await quotesAtBank(store.read, unpaid),
    papers: await papersOfAll(store.read, ids),
    owed: onAccount ? await priceChargesOf(store.read, ids) : new Map<string, Charge>(),
  };
  const rows = rowsOf(context.settings, list, booked, states, money, now);
  const inTrouble = booked.flatMap(({ waybillNo }) => states.get(waybillNo) ?? []).filter(isInTrouble);
  const counts = sought
    ? countRows(rows)
    : showsTrouble && list.length + inTrouble.length > 0
      ? await countGroups(store.read, account.uid, inTrouble)
      : null;
  const toCollect = sought ? 0 : (counts?.to_collect ?? 0);
  const shownRows = rowsIn(rows, chosen);
  const page = {
    toPay: orders.map(({ orderId, bookings }) => ({ href: paths.payfastOrder(orderId), bookings })),
    statementsOwed: (onAccount?.statements ?? []).filter(({ isMade }) => isMade),
    openList: sought ? null : await openListShown(context.services, account.uid),
    newTerms: (await hasOlderTerms(store.read, account.uid, TERMS_VERSION)) ? TERMS_VERSION : null,
    greeting: `${greeting(now)}, ${account.name}`,
    email: account.email,
    isVerified: isVerified(account),
    isReachable: isValidEmail(account.email),
    lists: { ...shownRows, troubled: saidOnce(shownRows.troubled) },
    groups: counts ? groupsShown(counts, { chosen, sought }) : [],
    printsAll: toCollect > 1 && toCollect <= MOST_SLIPS_TOGETHER,
    chosen: chosen ?? "",
    olderHref:
      older && chosen !== "trouble" ? paths.dashboardList({ before: bookmarkWord(older), state: chosen }) : null,
    firstPrice: isFirst && list.length === 0 ? await examplePrice(pricing) : null,
    isEmpty: isFirst && list.length === 0,
    isFirst,
    sought,
    statementHref: accountPaths.statement(saMonth(now)),
    formToken,
    webhooksBehind: (await endpointsBehind(store.read, account.uid)).map((endpoint) => ({
      ...{ id: endpoint.id, host: new URL(endpoint.url).host, isOff: endpoint.offAt !== null },
      lastAnswer: lastAnswerInWords(endpoint),
    })),
  };
  return json(page, privately());
}

/** What the account's programs have booked since somebody last paid for it. */
async function openListShown({ store }: Services, uid: string): Promise<{ href: string; bookings: number } | null> {
  const [first, ...others] = await openListOf(store.read, uid);
  return first ? { href: paths.payfastStart(first.id), bookings: 1 + others.length } : null;
}

/** The page's rows, in the order in which they need their customer. */
function rowsOf(
  { trackingUrl }: Config,
  list: OwnedQuote[],
  booked: Booked[],
  states: ReadonlyMap<string, ParcelState>,
  money: {
    atBank: ReadonlySet<string>;
    papers: ReadonlyMap<string, Invoice[]>;
    owed: ReadonlyMap<string, Charge>;
  },
  now: Date,
) {
  const { atBank } = money;
  const bookings = booked.flatMap((owned) => {
    const state = states.get(owned.waybillNo);
    const { id } = owned.quote;
    const its = [money.papers.get(id) ?? [], money.owed.get(id)] as const;
    return state ? [bookingShown(owned, state, trackingUrl, atBank, ...its, now)] : [];
  });
  const quotes = list.filter(({ waybillNo }) => waybillNo === null).map((owned) => quoteShown(owned, atBank, now));
  return {
    troubled: urgentFirst(bookings.filter(isInTrouble)),
    quotes: urgentFirst(quotes),
    bookings: bookings.filter((booking) => !isInTrouble(booking)),
  };
}

/**
 * Resume/Edit loads a quote into its wizard's draft; "Send again" starts a new draft from it, and "Send it back" one in
 * the other direction. Only for its owner.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const { store } = context.services;
  if (form.get("intent") === "agree") {
    await store.tx((tx) => agreeToTerms(tx, account.uid, TERMS_VERSION));
    return onward(paths.dashboard);
  }
  const webhookId = carriedValue(form, "webhookId");
  if (webhookId) return resendWebhook(context.services, account.uid, webhookId);
  const [resumeId, againId] = ["resumeId", "againId"].map((name) => carriedValue(form, name));
  const quote = await ownedQuote(store.read, account.uid, againId || resumeId || "");
  if (!quote) return json({ refusal: NOT_YOURS }, privately(404));
  if (form.has("back") && (await maySendBack(store.read, quote)))
    return sendBack(context.settings, quote, "who booked", account.uid);
  return againId
    ? sendAgain(context.settings, quote, account.uid)
    : resumeQuote(context, quote, account.uid, form, new Date());
}

export default function Dashboard() {
  const page = useLoaderData<typeof loader>();
  const {
    lists,
    groups,
    printsAll,
    chosen,
    sought,
    isFirst,
    isEmpty,
    firstPrice,
    olderHref,
    statementHref,
    formToken,
    ...top
  } = page;
  const { troubled, ...others } = lists;
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <AccountShell backHref={paths.home} formToken={formToken}>
      <DashboardTop {...{ ...top, refusal, formToken }} />
      {isEmpty ? (
        <FirstParcel example={firstPrice} />
      ) : (
        <div className="desk">
          <SendFirst />
          <Troubled groups={troubled} formToken={formToken} />
          <DashboardStart sought={sought} chosen={chosen} isFirst={isFirst} />
          <DashboardLists
            {...{ ...others, groups, printsAll, hasTroubled: troubled.length > 0 }}
            sought={sought}
            olderHref={olderHref}
            formToken={formToken}
          />
        </div>
      )}
      <DashboardHelp statementHref={statementHref} />
    </AccountShell>
  );
}

/** Sends what a webhook missed, and switches it on if it is off. */
async function resendWebhook({ store, sendEmails }: Services, uid: string, id: string): Promise<Response> {
  const endpoint = await endpointOf(store.read, uid, id);
  if (endpoint?.offAt || endpoint?.unsentSince) await store.tx((tx) => resendCalls(tx, endpoint, new Date()));
  sendEmails();
  return onward(paths.dashboard);
}

type Booked = OwnedQuote & { waybillNo: string };

function isBooking(owned: OwnedQuote): owned is Booked {
  return owned.waybillNo !== null;
}
