import { chats, contact } from "#app/contact";
import type { StatementOwed } from "#app/domain/bookings/charges/account-in-words.server";
import { accountPaths, paths, wizardPaths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { EmailAddress } from "../../ui/email-address";
import { Button, ButtonLink } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { TextField } from "../../ui/forms/text-field";
import type { ExamplePrice } from "../../ui/home/pricing";
import { Scene } from "../../ui/home/scene";
import { Notice, ShortNotice } from "../../ui/notice";
import styles from "../../ui/styles/dashboard.css";

/** Whose dashboard it is, and what to know before anything else. */
export function DashboardTop(props: {
  greeting: string;
  email: string;
  isVerified: boolean;
  /** Whether mail servers take the account's address at all. */
  isReachable: boolean;
  refusal: string | undefined;
  /** Lists of parcels that are paid with one payment each, and aren't yet. */
  toPay: { href: string; bookings: number }[];
  /** Statements of months that are over, of which something is open. */
  statementsOwed: StatementOwed[];
  /** What the account's own programs have booked, and nobody has opened to pay. */
  openList: { href: string; bookings: number } | null;
  /** Our terms of today, if the account's programs book under earlier ones. */
  newTerms: string | null;
  /** Addresses of the account's own program that are called no more. */
  webhooksBehind: { id: string; host: string; isOff: boolean; lastAnswer: string }[];
  formToken: string;
}) {
  const { greeting, email, isVerified, isReachable, refusal, toPay, statementsOwed, openList, newTerms } = props;
  const { webhooksBehind, formToken } = props;
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <h1>{greeting}</h1>
      <p className="soft">
        Logged in as <EmailAddress>{email}</EmailAddress>,{" "}
        {isVerified ? (
          "Verified"
        ) : (
          <>
            Pending: <a href={paths.verify()}>verify it now</a>
          </>
        )}
      </p>
      <ShortNotice tone="bad" words={refusal} />
      {isReachable ? null : (
        <Notice tone="bad">
          <p>
            Our emails can't reach this address: no mail server takes it. Please{" "}
            <a href={accountPaths.email}>give us another one</a>.
          </p>
        </Notice>
      )}
      {newTerms ? (
        <Notice tone="info">
          <p>
            <a href={paths.terms}>Our terms</a> have changed. Your shop's program can't book until you agree to them.
          </p>
          <form method="post" action={paths.dashboard}>
            <HiddenFields fields={{ token: formToken }} />
            <Button name="intent" value="agree">
              I agree to the terms of {newTerms}
            </Button>
          </form>
        </Notice>
      ) : null}
      {statementsOwed.map(({ href, title, words, isOverdue }) => (
        <Notice key={href} tone={isOverdue ? "bad" : "info"}>
          <p>
            {title}: {words}. <a href={href}>See and pay it</a>
          </p>
        </Notice>
      ))}
      {openList ? (
        <Notice tone="info">
          <p>
            {openList.bookings === 1
              ? "A parcel that your shop's program booked is not paid yet."
              : `${openList.bookings} parcels that your shop's program booked are not paid yet.`}{" "}
            <a href={openList.href}>Pay all</a>
          </p>
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
      {webhooksBehind.map(({ id, host, isOff, lastAnswer }) => (
        <Notice key={id} tone="bad">
          <p>
            {isOff
              ? `We have stopped sending parcel updates to your program at ${host}, because it didn’t answer.`
              : `Your program at ${host} answered so slowly that we left out the oldest of our calls.`}{" "}
            {lastAnswer}
          </p>
          <form method="post">
            <HiddenFields fields={{ webhookId: id, token: formToken }} />
            <Button plain>{isOff ? "Switch on and send again" : "Send again"}</Button>
          </form>
        </Notice>
      ))}
    </>
  );
}

/** What most people come to begin: in sight, however long the lists below it are. */
export function SendFirst() {
  return (
    <p className="send">
      <ButtonLink href={wizardPaths.local}>Send Locally</ButtonLink>{" "}
      <a href={wizardPaths.international}>Send International</a>
    </p>
  );
}

/** What else is begun here: a search, or a list. */
export function DashboardStart({ sought, chosen, isFirst }: { sought: string; chosen: string; isFirst: boolean }) {
  return (
    <div className="beside">
      <form method="get" action={paths.dashboard} className="find">
        {chosen ? <HiddenFields fields={{ state: chosen }} /> : null}
        <TextField
          name="q"
          label="Find a parcel by name, place or number"
          autoComplete="off"
          enterKeyHint="go"
          state={{ values: { q: sought }, errors: {} }}
        />
        <Button plain>Find</Button>
        {isFirst ? null : <a href={paths.dashboard}>Show the most recent</a>}
      </form>
      <MoreBegun />
    </div>
  );
}

/** What an account sees before its first parcel. */
export function FirstParcel({ example }: { example: (ExamplePrice & { days: string | null }) | null }) {
  return (
    <section className="begin" aria-labelledby="first">
      <Scene name="handOver" />
      <div className="main">
        <h2 id="first">Your parcels will be here</h2>
        {example ? (
          <p>
            A first parcel, {example.from} to {example.to}: <b className="price">{example.grandTotal}</b>{" "}
            <span className="line soft">All included{example.days ? `, ${example.days}` : ""}.</span>
          </p>
        ) : null}
        <SendFirst />
        <MoreBegun />
      </div>
      <ol>
        <li>You get the price at once, and pay.</li>
        <li>We phone you, and collect it at your gate.</li>
        <li>
          Here you see where it is, until it is delivered. For example:{" "}
          <span className="sample">
            <b>Gogo Mabena, Soweto</b> <span className="line soft">On its way, there tomorrow</span>
          </span>
        </li>
      </ol>
    </section>
  );
}

function MoreBegun() {
  return (
    <p className="links">
      <EachApart>
        <a href={paths.trackpro}>Track Parcel</a> <a href={paths.importParcels}>Send many parcels from a list</a>
      </EachApart>
    </p>
  );
}

export function DashboardHelp({ statementHref }: { statementHref: string }) {
  return (
    <section className="help" aria-labelledby="help">
      <h2 id="help">Need a hand?</h2>
      <p className="links">
        <EachApart>
          <a href={`mailto:${contact().email.quotes}?subject=Manual%20quote`}>Ask for a manual quote by email</a>
          {chats()
            .slice(0, 1)
            .map(({ href }) => (
              <a key={href} href={href} target="_blank" rel="noopener">
                Chat with support
              </a>
            ))}
          <a href={paths.addressBook()}>Address book</a> <a href={statementHref}>Invoices</a>{" "}
          <a href={paths.bookedList} data-stays="true">
            Bookings (CSV)
          </a>{" "}
          <a href={paths.account}>My account</a>
        </EachApart>
      </p>
    </section>
  );
}
