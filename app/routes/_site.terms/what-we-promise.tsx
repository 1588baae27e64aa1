import { contact } from "#app/contact";
import type { CounterWay } from "#app/domain/money/ways";
import { ANSWER_TO_A_CHARGE_WORKING_DAYS } from "#app/domain/parcels/quotes/terms-version";
import { joined, link, name, type Sentence, say } from "#app/language/say";
import { accountPaths, paths } from "#app/paths";
import { shown } from "#app/ui/words";
import { MailLink } from "../../ui/email-address";

type Promised = { namesVat: boolean; firstHours: string; officeTakes: readonly CounterWay[] };

const alsoPaid: Record<CounterWay, Sentence> = {
  cash: say`in cash at our office`,
  bank: say`by transfer to our bank account`,
};

/** What we do, when, for how much, and how payments and refunds work. */
export function WhatWePromise({ namesVat, firstHours, officeTakes }: Promised) {
  return (
    <>
      <h2 id="service">What we do</h2>
      <p>
        {shown(say`We collect a parcel at one address and deliver it at another, in South Africa or abroad. You choose
          the box, and we show its size and the most that it may weigh. You get a waybill number to follow the parcel.`)}
      </p>

      <h2 id="times">When we collect and deliver</h2>
      <p>
        {shown(say`We phone the sender to agree on a time to collect. Before you book, we show the working days that a
          delivery usually takes from there. If we have not delivered within 30 days after you paid, you may cancel
          and get all your money back.`)}
      </p>
      <p>
        {shown(say`If nobody is there to take the parcel, we phone and try again. If we still can't deliver, it goes
          back to the sender. We ask you first if that costs more.`)}
      </p>

      <h2 id="price">What it costs</h2>
      <p>
        {shown(say`The price before you book is the full price: transport, fuel and packaging${namesVat ? say`, with VAT` : ""}.
          There are no other fees. For a parcel that goes abroad, the other country may ask the receiver for customs duty. We
          hold a price for 7 days. If we worked it out by hand, we hold it for 30 days.`)}
      </p>
      <p>
        {shown(say`After you book, the price can change only if weight, size or pieces are not what you told us, or for another
          place. We phone first. Then you get an email with a link to pay the difference, and the parcel waits for your
          answer. If you don't want the new price, say so on the page of that link. You get your money back: we cancel
          what is not collected, and bring back what is. If we have no answer within ${ANSWER_TO_A_CHARGE_WORKING_DAYS}
          working days, the parcel waits at our depot or goes back to the sender.`)}
      </p>

      <h2 id="paying">How you pay</h2>
      <p>
        {shown(say`You pay before we collect, on the page of PayFast: by card, instant EFT or another way that PayFast
          shows. Your card number never comes to us.`)}
      </p>
      {officeTakes.length > 0 && (
        <p>
          {shown(
            say`You can also pay ${joined(
              officeTakes.map((way) => alsoPaid[way]),
              " or ",
            )}. Phone us first. A transfer counts once it is in our account.`,
          )}
        </p>
      )}

      <p>
        {shown(say`A business can ask us to pay by month. If we agree, we collect before you pay. Our invoice is of
          the day on which we collect, and a statement after the month says what is to be paid, and by when. There is
          no interest and no fee. Above the limit that we agreed on, or while something is overdue, you pay before we
          collect. If more is owed for a parcel, it goes on your account too while there is room, and the parcel does
          not wait. Otherwise the parcel waits until you have paid it. If you cancel, we take the price off your
          account. Where these terms count days from when you paid, they then count from when you booked.`)}
      </p>

      <h2 id="cancelling">If you cancel</h2>
      <p>
        {shown(say`You can cancel, without a reason, until we collect the parcel. Then you get all your money back,
          the way it came, within 10 working days. Once we have collected, you can't cancel, because the work has
          begun. If you paid twice, we pay one payment back.`)}
      </p>
      <p>
        {shown(say`Section 44 of the ECT Act gives 7 days to cancel some services. It does not hold for transport on
          an agreed day. Your right to cancel until we collect is in place of it.`)}
      </p>

      <h2 id="records">Your records</h2>
      <p>
        {shown(say`We email you the waybill number and an invoice. Keep that email: its links show both for as long as we keep
          them, 5 years. With an account you find all of it in your ${link(paths.dashboard, say`dashboard`)}, and you can
          download it in ${link(accountPaths.overview, say`My account`)}. You can print or save these terms. Each booking
          keeps the version that you agreed to; ask us for an older one.`)}
      </p>
      <p>
        {shown(say`You can check and change all that you typed before you book. Each booking is for one delivery:
          there is no contract that runs on.`)}
      </p>

      <h2 id="complaints">If something goes wrong</h2>
      <p>
        {shown(
          say`Write to ${contact().email.contact} with your waybill number, or phone us ${name(firstHours)}. We answer within
            one working day, and tell you what we do about it within 5. If you are not happy with that, go to the National
            Consumer Commission, ${link("https://thencc.org.za", say`thencc.org.za`)}. You keep every right that the law gives
            you.`,
          { verbatim: (address) => <MailLink to={address} /> },
        )}
      </p>
    </>
  );
}
