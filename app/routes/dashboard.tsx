import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { chats, contact } from "#app/contact";
import { isVerified } from "#app/domain/accounts/account";
import { greeting } from "#app/domain/accounts/greeting";
import { bookingShown, quoteShown } from "#app/domain/bookings/dashboard-cards";
import {
  bookmarkOf,
  bookmarkWord,
  type OwnedQuote,
  ownedQuote,
  quotesByReference,
  quotesOf,
} from "#app/domain/quotes/owned-quotes.server";
import { openOrdersOf } from "#app/domain/quotes/payment-order.server";
import { networkOf } from "#app/domain/values/network.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { privately } from "#app/http/pages/private-page.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { resumeQuote, sendAgain } from "#app/http/wizard/resume-quote.server";
import { paths, wizardPaths } from "#app/paths";
import { BookingCard, QuoteCard } from "#app/ui/accounts/quote-cards";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { TextField } from "#app/ui/forms/text-field";
import { Notice } from "#app/ui/notice";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";

const NOT_YOURS = "We could not find that quote among yours.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Dashboard");

/** The 30 most recent quotes and bookings; a link leads to older ones, and a search finds any by its number. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request);
  const { store } = await company();
  const query = new URL(request.url).searchParams;
  const reference = (query.get("q") ?? "").trim().slice(0, 40);
  const now = new Date();
  const { list, older } = reference
    ? { list: await quotesByReference(store.read, account.uid, reference), older: null }
    : await quotesOf(store.read, account.uid, bookmarkOf(query.get("before")));
  const orders = reference ? [] : await openOrdersOf(store.read, account.uid);
  const page = {
    toPay: orders.map(({ orderId, bookings }) => ({ href: paths.payfastOrder(orderId), bookings })),
    greeting: `${greeting(now)}, ${account.name}`,
    email: account.email,
    isVerified: isVerified(account),
    quotes: list.filter(({ waybillNo }) => waybillNo === null).map((owned) => quoteShown(owned, now)),
    bookings: list.filter(isBooking).map((owned) => bookingShown(owned, settings().trackingUrl)),
    olderHref: older ? paths.dashboardList({ before: bookmarkWord(older) }) : null,
    isWhole: !reference && !query.has("before"),
    reference,
    formToken,
  };
  return json(page, privately());
}

/** Resume/Edit loads a quote into its wizard's draft; "Send again" starts a new draft from it. Only for its owner. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request);
  const { store } = await company();
  const [resumeId, againId] = ["resumeId", "againId"].map((name) => carriedValue(form, name));
  const quote = await ownedQuote(store.read, account.uid, againId || resumeId || "");
  if (!quote) return json({ refusal: NOT_YOURS }, privately(404));
  return againId
    ? sendAgain(quote, account.uid)
    : resumeQuote(quote, account.uid, { form, network: networkOf(context?.clientAddress) }, new Date());
}

export default function Dashboard() {
  const { toPay, greeting, email, isVerified, quotes, bookings, olderHref, isWhole, reference, formToken } =
    useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <AccountShell backHref={paths.home} path={useLocation().pathname} formToken={formToken}>
      <h1>{greeting}</h1>
      {refusal ? (
        <Notice tone="bad">
          <p>{refusal}</p>
        </Notice>
      ) : null}
      {toPay.map(({ href, bookings }) => (
        <Notice key={href} tone="info">
          <p>
            {bookings === 1
              ? "A parcel of your list is not paid yet."
              : `${bookings} parcels of your list are not paid yet.`}{" "}
            <a href={href}>{bookings === 1 ? "Pay for it" : "Pay for all of them at once"}</a>
          </p>
        </Notice>
      ))}
      <FactList
        facts={[
          { label: "Signed in as", value: email },
          {
            label: "Email address",
            value: isVerified ? (
              "Verified"
            ) : (
              <>
                Pending: <a href={paths.verify()}>verify it now</a>
              </>
            ),
          },
        ]}
      />
      <ButtonRow>
        <ButtonLink href={wizardPaths.local}>Send Locally</ButtonLink>
        <ButtonLink href={wizardPaths.international}>Send International</ButtonLink>
        <ButtonLink href={paths.trackpro}>Track Parcel</ButtonLink>
        <ButtonLink plain href={paths.importParcels}>
          Send many parcels from a list
        </ButtonLink>
      </ButtonRow>
      <form method="get" action={paths.dashboard} className="form">
        <TextField
          name="q"
          label="Find a quote or booking by its number"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="go"
          state={{ values: { q: reference }, errors: {} }}
        />
        <ButtonRow>
          <Button plain>Find</Button>
          {isWhole ? null : <ButtonLink href={paths.dashboard}>Show the most recent</ButtonLink>}
        </ButtonRow>
      </form>

      <section aria-labelledby="quotes">
        <h2 id="quotes">Quotes</h2>
        {quotes.length === 0 ? (
          <p className="soft">{reference ? "No quote has this number." : "No quotes here."}</p>
        ) : null}
        <ul className="stack">
          {quotes.map((quote) => (
            <QuoteCard key={quote.id} quote={quote} action={paths.dashboard} formToken={formToken} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="bookings">
        <h2 id="bookings">Bookings</h2>
        {bookings.length === 0 ? (
          <p className="soft">{reference ? "No booking has this number." : "No bookings here."}</p>
        ) : null}
        <ul className="stack">
          {bookings.map((booking) => (
            <BookingCard key={booking.waybillNo} booking={booking} action={paths.dashboard} formToken={formToken} />
          ))}
        </ul>
      </section>
      {olderHref ? (
        <p>
          <a href={olderHref}>Older quotes and bookings</a>
        </p>
      ) : null}

      <section className="card" aria-labelledby="help">
        <h2 id="help">Need a hand?</h2>
        <ButtonRow>
          <ButtonLink plain href={`mailto:${contact().email.quotes}?subject=Manual%20quote`}>
            Ask for a manual quote by email
          </ButtonLink>
          {chats()
            .slice(0, 1)
            .map(({ href }) => (
              <ButtonLink key={href} plain href={href} newTab>
                Chat with support
              </ButtonLink>
            ))}
          <ButtonLink plain href={paths.addressBook()}>
            Address book
          </ButtonLink>
          <ButtonLink plain href={paths.account}>
            My account
          </ButtonLink>
        </ButtonRow>
      </section>
    </AccountShell>
  );
}

function isBooking(owned: OwnedQuote): owned is OwnedQuote & { waybillNo: string } {
  return owned.waybillNo !== null;
}
