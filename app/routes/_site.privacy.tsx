import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { settings } from "#app/config.server";
import { SESSION_DAYS } from "#app/domain/accounts/sessions.server";
import { LINK_KEPT_DAYS } from "#app/domain/action-links/action-links.server";
import { keeping } from "#app/domain/bookings/keeping-times";
import { goesThroughEmailjs } from "#app/domain/mail/emailjs.server";
import { GUEST_DAYS } from "#app/http/sign-in/guest.server";
import { DRAFT_DAYS } from "#app/http/wizard/draft-cookies.server";
import { accountPaths, paths } from "#app/paths";
import type { loader as rootLoader } from "#app/root";
import { pageMeta } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";

export const handle = { cached: true };
export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Privacy",
    description:
      "What we store about you and the person you send to, why, for how long, and how to have it changed or removed.",
    path: paths.privacy,
    origin: matches.find((match) => match.id === "root")?.data?.origin,
  });

/** The very figures that the site goes by, so that this page can't promise what it doesn't do. */
export function loader() {
  return json({
    usesEmailjs: goesThroughEmailjs(settings().emailjs),
    days: { draft: DRAFT_DAYS, guest: GUEST_DAYS, session: SESSION_DAYS, link: LINK_KEPT_DAYS },
    keeping,
  });
}

type Times = ReturnType<typeof useLoaderData<typeof loader>>;

const stored = ({ days, keeping }: Pick<Times, "days" | "keeping">) => [
  {
    label: "You fill in the steps",
    value: `Your answers, in a signed cookie on this phone, so that nothing is lost when the connection drops. “Start again” clears it, and so does booking; otherwise it goes after ${days.draft} days.`,
  },
  {
    label: "You get a quote",
    value: `Names, emails, phones and addresses of sender and receiver, the parcel and the price, so that we can hold the price, collect, find the door and deliver. A quote that nobody books is deleted ${keeping.quoteDays} days after its price has run out; while you wait for a price from us, it stays. How many quotes and bookings came from your network, for an hour, by a fingerprint of its address.`,
  },
  {
    label: "You book and pay",
    value: `The amount, the time, and what the payment service told us, so that a payment is settled once and can be proven. Never your card number: you type it on PayFast's own page. Your invoice, which has no name on it up to R 5 000, and above that your name and address, because tax law asks for them. What we can't believe to be from the payment service is deleted after ${keeping.refusedNoticeDays} days. Of what it didn't sign we keep only a count and a small sample, with a fingerprint of the network address that it came from, for ${keeping.unsignedNoticeDays} days.`,
  },
  {
    label: "You have a waybill",
    value:
      "Its number, and what happened to the parcel and where, so that you can track it. Tracking shows no names and no street.",
  },
  {
    label: "You open an account",
    value: `Name, email, phone, and your password in a form from which nobody can read it back, until you delete the account. For each browser that is signed in: its kind, since when and last when, for ${days.session} days. “My account” lets you see, change, download and delete it all; bookings then stay in our books without names, phone numbers and emails.`,
  },
  {
    label: "You log in",
    value: `A cookie that keeps you signed in, for ${days.session} days. Another says for a year, by fingerprint, whose accounts were signed in on this browser, so that somebody who guesses at your password elsewhere does not lock you out. How often logins were tried and links asked for, for an hour, by a fingerprint of the email or the network address.`,
  },
  {
    label: "You get an email from us",
    value: `The letter and the address it went to, so that it is sent once, and again only if it did not arrive, for ${keeping.emailDays} days. Of a letter with a one-time link the text is wiped once it is sent; that there was a link we know until ${days.link} days after it ran out.`,
  },
  {
    label: "You apply as an owner driver",
    value: `Your answers, your ID number among them, so that a team leader can answer you, for ${keeping.applicationMonths} months after the last answer, yours or ours. How many applications came from your network, for an hour, without its address.`,
  },
  {
    label: "You open a page that takes our script",
    value:
      "On your phone alone: how our pages look, a page for when there is no signal, and the fingerprints of forms that did not get through or have a mistake in them, until you sign out. Nothing that you typed can be read from those. Lite, at the foot of every page, removes it; a cookie then says “Lite” for a year.",
  },
  {
    label: "You do any of this as a guest",
    value: `A random number in a cookie, for ${days.guest} days, so that you, and nobody else, can open your waybill in this browser. If you open an account in it, what you sent joins the account. “Forget me on this phone”, where we thank you for a booking, removes it and all the rest.`,
  },
];

/** The notice of POPIA section 18. Keep it true: whoever changes what is stored changes this page with it. */
export default function Privacy() {
  const { usesEmailjs, ...times } = useLoaderData<typeof loader>();
  const { bookingYears, unpaidBookingDays, snapshotWeeks } = times.keeping;
  const { street, suburb, city, postalCode } = brand.postalAddress;
  const mail = <a href={`mailto:${brand.email.privacy}`}>{brand.email.privacy}</a>;
  return (
    <>
      <h1>Privacy</h1>
      <p>
        {brand.name}, {street}, {suburb}, {city} {postalCode}, is responsible for what this site stores. This is our
        notice under section 18 of the Protection of Personal Information Act (POPIA). Questions: {mail}.
      </p>

      <h2>What we store, and why</h2>
      <FactList facts={stored(times)} />
      <p>
        A name, an email, a phone and an address of both people are needed: without them nobody can deliver. The rest is
        up to you. The receiver's details come from the sender; please tell the receiver that you gave them to us.
      </p>

      <h2>Who else sees it</h2>
      <p>
        PayFast gets your email address and the amount when you pay. Drivers see what is on the waybill.
        {usesEmailjs ? " EmailJS, a mail service abroad, passes owner drivers' applications on to us." : ""} We sell
        nothing to anybody, and this site has no advertising, no analytics and nothing loaded from other companies.
      </p>

      <h2>For how long</h2>
      <p>
        Tax law asks us to keep bookings, payments and waybills for {bookingYears} years after the end of the tax year,
        which ends with February. Then all names, phone numbers, emails, streets and descriptions are taken out of them;
        postal codes, amounts and the waybill's history stay. An invoice of more than R 5 000 keeps your name and
        address for as long, also after you delete your account. Out of a booking that was never paid they are taken{" "}
        {unpaidBookingDays} days after you booked, unless a payment of it is still unclear. Everything else goes as said
        above by itself: every night, or, where we said an hour, when that is over. Copies that we keep in case a
        machine is lost follow within {snapshotWeeks} weeks.
      </p>

      <h2>Your rights</h2>
      <p>
        With an account you can see, correct, download and delete what we hold about you yourself, in{" "}
        <a href={accountPaths.overview}>My account</a>. Or ask at {mail} to see what we hold about you, to correct it or
        to delete it. We answer within 30 days, after making sure that it is you. If we let you down, complain to the
        Information Regulator:{" "}
        <a href="https://inforegulator.org.za" rel="noopener">
          inforegulator.org.za
        </a>
        .
      </p>
    </>
  );
}
