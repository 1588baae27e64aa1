import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { addressInALine, contact } from "#app/contact";
import { LINK_KEPT_DAYS } from "#app/domain/accounts/action-links.server";
import { ANSWERS_KEPT_DAYS } from "#app/domain/accounts/once.server";
import { SESSION_DAYS } from "#app/domain/accounts/sessions.server";
import { seenAtStop } from "#app/domain/form/fields";
import type { PrivacyPart } from "#app/domain/people/keeping-times";
import { keeping } from "#app/domain/people/keeping-times";
import { goesThroughEmailjs } from "#app/domain/post/emailjs.server";
import { TYPED_KEPT_HOURS } from "#app/durations";
import { GUEST_DAYS } from "#app/http/sign-in/guest.server";
import { DRAFT_DAYS } from "#app/http/wizard/draft-cookies.server";
import { REMEMBERED_DAYS } from "#app/http/wizard/remembered-addresses.server";
import { link, name, place, type Sentence, say } from "#app/language/say";
import { accountPaths, paths } from "#app/paths";
import { Contents } from "#app/ui/contents";
import { MailLink } from "#app/ui/email-address";
import { pageMeta } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";
import { shown } from "#app/ui/words";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Privacy",
    description:
      "What we store about you and the person you send to, why, for how long, and how to have it changed or removed.",
    path: paths.privacy,
  });

/** The figures that the deletion itself uses, so that the page can't promise anything else. */
export function loader({ context: { settings } }: LoaderFunctionArgs) {
  return json({
    usesBulksms: settings.texts.bulksms !== null,
    usesEmailjs: goesThroughEmailjs(settings.emailjs),
    days: {
      draft: DRAFT_DAYS,
      guest: GUEST_DAYS,
      session: SESSION_DAYS,
      link: LINK_KEPT_DAYS,
      answer: ANSWERS_KEPT_DAYS,
      remembered: REMEMBERED_DAYS,
      typedHours: TYPED_KEPT_HOURS,
    },
    keeping,
  });
}

type Times = ReturnType<typeof useLoaderData<typeof loader>>;

/** What no table has. */
type OnThisPhone =
  | "You fill in the steps"
  | "You ask for a lost waybill number"
  | "You open a page that takes our script"
  | "You do any of this as a guest";

const allOf = new Intl.ListFormat("en-GB");

const stored = ({ days, keeping }: Pick<Times, "days" | "keeping">): Record<PrivacyPart | OnThisPhone, Sentence> => ({
  "You fill in the steps": say`Your answers, in a signed cookie on this phone, so that you lose nothing when the connection drops. “Start again” clears it, and so does booking. Otherwise it goes after ${days.draft} days. If you leave a step half filled in, we keep that for ${days.typedHours} hours, also on this phone alone.`,
  "You continue on another phone": say`Your answers so far, until the link that we send you is opened, and for a day at most. Then they are on that phone alone.`,
  "You get a quote": say`The names, emails, phones and addresses of sender and receiver, the parcel and the price. How to find the door, with its plus code if you give one. We need them to hold the price, collect, find the door and deliver. If nobody books a quote, we delete it ${keeping.quoteDays} days after its price expires. While you wait for a price from us, we keep it. For an hour we also count the quotes and bookings from your network, by a one-way hash of its address.`,
  "You book and pay": say`The amount, the time, and what the payment service told us, so that we count each payment once and can prove it. We never see your card number: you type it on PayFast's own page. Your invoice: up to R 5 000 it has no name on it. Above that it has your name and address, because tax law asks for them, and your VAT number if you give it. Payment messages that may not be from PayFast we delete after ${keeping.refusedNoticeDays} days. Of messages without PayFast's signature we keep only a count and a small sample, for ${keeping.unsignedNoticeDays} days. The sample has a one-way hash of the sender's network address.`,
  "You have a waybill": say`Its number, and what happened to the parcel and where, so that you can track it. Tracking shows no names and no street. The day that we agree with you on the phone, and our notes for the driver. We delete the notes with the names. If the receiver names a neighbour, the driver reads the name and the house. They go with the notes.`,
  "You cancel a booking": say`When, and the reason if you give one, so that we can do better. The reason goes when the booking's names go; you may leave it out.`,
  "A driver comes to you": say`The driver sees the ${allOf.format(seenAtStop())} of a stop. That is on its day and the day before. Once the parcel is delivered, the driver sees them no more. For where there is no signal, the driver's phone may keep them: until the delivery has reached us, and no longer than the day. What the driver wrote of it may wait on the phone for 30 days. If we can't believe at once what a driver reports, a person looks into it; we keep it as long as other proof. Each look is written down. A delivery is proven by the receiver's PIN, or by the name of who took the parcel and why there was no PIN. That name goes with the other names of the booking. A photo, if the driver takes one, we delete after ${keeping.photoDays} days; where and with what phone it was taken we don't keep.`,
  "You drive for us": say`Your name and phone number, what kind of phone is signed in, and what you marked at your stops. If the office notes the end of your number plate, we keep it until you stop driving for us. On the day, the receiver of a parcel that you bring sees your first name and that. Your phone is signed in for 30 days by a cookie.`,
  "You work in our office": say`Your name, email and right, and a one-way hash of your password. What your codes are checked with, and what kind of browser is signed in. What you changed. What you looked at, searched for and exported we keep for ${keeping.officeLookMonths} months, because other people's data was in it. Two cookies, of the office's pages alone, keep you signed in and unlocked.`,
  "You tell us that something is wrong": say`What is wrong, your words, and the email or phone that you give, so that a person can look into it and answer you. We delete it ${keeping.caseMonths} months after we close the case.`,
  "You ask for a lost waybill number": say`We look for your email or phone in our bookings, and send what we find there. For an hour we count how often you asked, by a one-way hash of it. Nothing else is kept.`,
  "You open an account": say`Your name, email and phone, and a one-way hash of your password, until you delete the account. For each browser that is logged in we keep what kind it is, when you logged in and when you last used it, for ${days.session} days. In “My account” you can see, change, download and delete it all. Your bookings then stay in our books without names, phone numbers and emails.`,
  "You save an address": say`With an account, the addresses in your address book, other people's among them, until you delete them or the account. Without one, we keep them only if you tick “Remember these addresses on this phone”. They are in a signed cookie on this phone alone, for ${days.remembered} days after you last did.`,
  "Your shop's program books with us": say`A one-way hash of each key that you made, what you called it, and when it was used last, until you delete the account. So that a call that comes twice is done once, we keep our answers for ${days.answer} days. We also keep the web addresses that your program wants us to call, until you delete them. A call says what happened to a parcel, and names nobody. If your shop is on Shopify, it tells us of paid orders with their receivers. We keep each until it is booked or your shop takes it off its list, at most ${keeping.shopOrderDays} days, and that there was one for ${keeping.shopOrderDays} days.`,
  "You log in": say`A cookie that keeps you logged in, for ${days.session} days. Once you log out, one that says nothing about you stays for an hour. Another cookie holds, for a year, a one-way hash of each account that logged in on this browser. It makes sure that you are not locked out when somebody else guesses at your password. For an hour we also count logins and emailed links, by a one-way hash of the email or the network address.`,
  "You get an email from us": say`The email and the address it went to, for ${keeping.emailDays} days, so that we send it once, and again only if it did not arrive. If it has a one-time link, we wipe its text once we have sent it. We keep a note that there was a link until ${days.link} days after it expires.`,
  "A parcel is on its way to you, or from you": say`We write to sender and receiver when it is booked, collected, comes or has been delivered, by email and text message. We keep these messages for ${keeping.emailDays} days too, and the PIN for the driver as long as the waybill. Each email has a link to stop them. Then we keep a one-way hash of the address, until you want messages again. What the receiver says about how to be found, we keep with the booking.`,
  "You book and cancel again and again": say`We may ask you to book with our office instead of on this site. Then we keep the sender's email or phone, and why, until we end this, and for ${keeping.blockMonths} months at most, also if you delete your account. You can ask us why, and object.`,
  "You apply as an owner driver": say`Your answers and your ID number, so that a team leader can reply to you. We keep them for ${keeping.applicationMonths} months after the last message from you or us. For an hour we also count the applications from your network, without its address.`,
  "You open a page that takes our script": say`Only on your phone, until you log out, we keep how our pages look and a page for when you have no signal. We also keep one-way hashes of forms that were not sent or have a mistake in them. Nobody can read from those what you typed. Lite, at the foot of every page, removes all this. A cookie then says “Lite” for a year.`,
  "You do any of this as a guest": say`A random number in a cookie, for ${days.guest} days, so that only you can open your waybill in this browser. If you open an account in it, what you sent joins the account. “Forget me on this phone”, on the page that thanks you for a booking, removes it and all the rest.`,
});

const headings = {
  stored: "What we store, and why",
  shared: "Who else sees it",
  kept: "For how long",
  rights: "Your rights",
};

/** The notice of POPIA section 18. Keep it true: change it whenever you change what is stored. */
export default function Privacy() {
  const { usesEmailjs, usesBulksms, ...times } = useLoaderData<typeof loader>();
  const { bookingYears, unpaidBookingDays, snapshotWeeks } = times.keeping;
  const mail = contact().email.privacy;
  const asLink = { verbatim: (address: string) => <MailLink to={address} /> };
  return (
    <>
      <h1>Privacy</h1>
      <p>
        {shown(
          say`${name(brand.name)}, ${place(addressInALine())}, is responsible for what this site stores. The Protection of
            Personal Information Act (POPIA) asks us for this notice in section 18. Questions: ${mail}.`,
          asLink,
        )}
      </p>
      <Contents headings={headings} />

      <h2 id="stored">What we store, and why</h2>
      <FactList facts={Object.entries(stored(times)).map(([label, value]) => ({ label, value: shown(value) }))} />
      <p>
        {shown(say`We need a name, an email, a phone and an address of both people. Without them we can't deliver. The rest is
          up to you. The receiver's details come from the sender. Please tell the receiver that you gave them to us.`)}
      </p>

      <h2 id="shared">Who else sees it</h2>
      <p>
        {shown(say`PayFast gets your email address and the amount when you pay. Drivers see what is on the waybill, and the page
          of their stop.`)}{" "}
        {usesBulksms ? (
          <>
            {shown(
              say`BulkSMS, which sends our text messages, gets the phone number of sender or receiver, and the text.`,
            )}{" "}
          </>
        ) : null}
        {usesEmailjs ? (
          <>{shown(say`EmailJS, a mail service abroad, passes owner drivers' applications on to us.`)} </>
        ) : null}
        {shown(
          say`We never sell your data. This site has no adverts, no analytics and nothing loaded from other companies.`,
        )}
      </p>

      <h2 id="kept">For how long</h2>
      <p>
        {shown(say`Tax law asks us to keep bookings, payments and waybills for ${bookingYears} years after the end of the tax
          year in February. Then we remove all names, phone numbers, emails, streets and descriptions from them. We keep
          postal codes, amounts and the waybill's history. An invoice of more than R 5 000 keeps your name and address for
          as long, even if you delete your account. If you never paid for a booking, we remove them ${unpaidBookingDays} days
          after you booked, unless a payment for it is still unclear. We delete everything else by itself, after the times
          above. Our backups follow within ${snapshotWeeks} weeks.`)}
      </p>

      <h2 id="rights">Your rights</h2>
      <p>
        {shown(
          say`With an account you can see, correct, download and delete your data yourself, in
            ${link(accountPaths.overview, say`My account`)}. Or email ${mail}, and ask to see, correct or delete what we hold
            about you. We reply within 30 days, once we are sure that it is you. If you are not happy with us, you can
            complain to the Information Regulator: ${link("https://inforegulator.org.za", say`inforegulator.org.za`)}.`,
          asLink,
        )}
      </p>
    </>
  );
}
