import { Fragment, type ReactNode } from "react";
import { contact } from "#app/contact";
import type { NextStep } from "#app/domain/parcels/next-steps";
import type { RoadShown } from "#app/domain/parcels/parcel-state";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { OurPhone } from "#app/ui/our-phone";
import { ButtonLink, ButtonRow } from "../forms/button";
import { NextParcel } from "./next-parcel";
import { NextSteps, NumberPanel } from "./number-panel";
import { Road, StatePanel } from "./state-panel";
import { FactList, type SummaryFact } from "./summary-card";

/** A paid booking: its number to write down, what happens next, and the waybill. */
export function ThankYou(props: {
  message: string;
  waybillNo: string;
  /** How many pieces it has. */
  pieces: number;
  /** Null once the parcel is under way. */
  steps: NextStep[] | null;
  road: RoadShown | null;
  facts: SummaryFact[];
  waybillHref: string;
  trackingHref: string;
  /** What else can be done. */
  links: ReactNode;
  next: { addressesHref: string; quoteId: string | null };
  /** What to know first, such as that the payment was a test. */
  children: ReactNode;
}) {
  const { message, waybillNo, pieces, steps, road, facts, waybillHref, trackingHref, links, next, children } = props;
  return (
    <>
      <NumberPanel title="Thank you" above={message} label="Ref (waybill number)" number={waybillNo}>
        <p>
          Write it on {pieces === 1 ? "the parcel" : pieces === 2 ? "both pieces" : `all ${pieces} pieces`}, large and
          clear
          {pieces === 1 ? "" : `, and add the number of the piece: / 1, / 2${pieces > 2 ? ` … up to / ${pieces}` : ""}`}
          .
        </p>
        {road ? <Road {...road} /> : null}
      </NumberPanel>
      <ButtonRow beside>
        <ButtonLink href={waybillHref}>Print the waybill</ButtonLink>
        <ButtonLink plain href={trackingHref}>
          Track this parcel
        </ButtonLink>
      </ButtonRow>
      <section className="main">
        {children}
        {steps ? <NextSteps steps={steps} /> : null}
        <FactList facts={facts} />
      </section>
      <section className="beside" aria-labelledby="more">
        <h2 id="more">More about this parcel</h2>
        {links}
        <NextParcel {...next} />
      </section>
    </>
  );
}

/** What can be done besides printing the waybill and tracking; each is left out where it is null. */
export function MoreLinks(props: {
  pdfHref: string | null;
  shareText: string | null;
  papers: { title: string; href: string }[];
  changeHref: string | null;
  cancelHref: string | null;
}) {
  const { pdfHref, shareText, papers, changeHref, cancelHref } = props;
  const shareHref = shareText && `https://wa.me/?text=${encodeURIComponent(shareText)}`;
  const words = catalogue().waybill.more;
  const links = [
    { text: plainText(words.pdf), href: pdfHref, staysHere: true },
    { text: plainText(catalogue().tracking.buttons.share), href: shareHref, staysHere: true },
    ...papers.map(({ title, href }) => ({ text: title, href, staysHere: false })),
    { text: plainText(words.change), href: changeHref, staysHere: false },
    { text: plainText(words.cancel), href: cancelHref, staysHere: false },
  ];
  if (links.every(({ href }) => !href)) return null;
  return (
    <p className="links no-print">
      <EachApart>
        {links.map(({ text, href, staysHere }) =>
          href ? (
            // The space separates two links in a browser without CSS.
            <Fragment key={href}>
              <a href={href} data-stays={staysHere || undefined}>
                {text}
              </a>
            </Fragment>
          ) : null,
        )}
      </EachApart>
    </p>
  );
}

/** A link without its reference, or one that leads to no booking: its opener may have paid all the same. */
export function UnknownPayment({ sentence }: { sentence: string }) {
  return (
    <>
      <StatePanel headline="We can't see which payment this was" above={sentence}>
        <p role="status">
          If you have paid, your parcel is booked, and we email you the waybill. Please don't pay again. Not in your
          email after an hour? Phone us on <OurPhone />.
        </p>
      </StatePanel>
      <ButtonRow>
        <ButtonLink href={paths.dashboard}>Go to dashboard</ButtonLink>
        <ButtonLink plain href={`mailto:${contact().email.contact}`}>
          Ask us
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
