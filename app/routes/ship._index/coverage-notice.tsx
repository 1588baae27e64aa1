import type { CoverageAnswer, Unserved } from "#app/domain/prices/coverage-check";
import type { WhichPlace } from "#app/domain/prices/coverage-desk.server";
import type { OtherPlace, QuickPrice } from "#app/domain/prices/quick-price.server";
import { ButtonLink, ButtonRow } from "../../ui/forms/button";
import { Notice } from "../../ui/notice";
import { ShareOnWhatsApp } from "../../ui/shipments/share-on-whatsapp";

/** Asks which of several places is meant. */
export function PlaceChoice({ typed, choices }: WhichPlace) {
  return (
    <Notice tone="info" title={`Which ${typed} do you mean?`}>
      <ul className="picks">
        {choices.map(({ text, href }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Whether we go there, the price if it was asked for, and a link to the wizard. */
export function CoverageNotice(props: {
  answer: CoverageAnswer;
  price: QuickPrice | null;
  others: readonly OtherPlace[];
  /** The price and a link to it, to send to somebody. */
  shareText: string | null;
  wizardHref: string;
  /** The same check with another code in a field. */
  checkWith(field: string, code: string): string;
}) {
  const { answer, price, others, shareText, wizardHref, checkWith } = props;
  if (!answer.ok) {
    return (
      <Notice tone="bad" explains>
        <p>{answer.message}</p>
        {answer.unserved?.map((place) => (
          <UnservedPlace key={place.field} place={place} checkWith={checkWith} />
        ))}
        {answer.unserved ? (
          <>
            <p>
              {answer.unserved.some(({ field }) => field === "toPostal")
                ? "We may still bring it there: a person works out the price, and you decide when you have it."
                : "A person works out the price, and you decide when you have it."}
            </p>
            <ButtonLink href={wizardHref}>Ask us for a price</ButtonLink>
          </>
        ) : null}
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      {price?.chosen ? (
        <p>
          <b className="price">{price.chosen.price}</b> in a {price.chosen.boxName}: one parcel, all included.
          {price.delivery ? ` ${price.delivery}.` : null}
        </p>
      ) : null}
      {price?.chosen && price.cheapest && price.cheapest.boxId !== price.chosen.boxId ? (
        <p>
          Cheapest: {price.cheapest.boxName}, <span className="nowrap">{price.cheapest.price}</span>
        </p>
      ) : null}
      <p>{answer.message}</p>
      {price && !price.chosen ? (
        <p>
          {price.isUnreached
            ? "Prices can't be worked out right now. Try again in a few minutes, or go on: nothing is charged without a price that you have seen."
            : "There is no instant price for this. Go on, and a person works it out for you."}
        </p>
      ) : null}
      {others.length > 0 ? (
        <>
          <p>Did you mean another place of that name?</p>
          <ul className="picks">
            {others.map(({ field, town, code, province, price }) => (
              <li key={field + code}>
                <a href={checkWith(field, code)}>
                  {town} {code}, {province}
                  {price && `: ${price}`}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <ButtonRow>
        <ButtonLink href={wizardHref}>Send a parcel</ButtonLink>
        {shareText ? <ShareOnWhatsApp text={shareText} /> : null}
      </ButtonRow>
    </Notice>
  );
}

function UnservedPlace({ place, checkWith }: { place: Unserved; checkWith(field: string, code: string): string }) {
  const { field, code, town, near } = place;
  return (
    <>
      <p>{town ? `${code} is ${town}.` : `We know of no place with the code ${code}.`}</p>
      {near.length > 0 ? (
        <>
          <p>Nearby we do go to:</p>
          <ul className="picks">
            {near.map(({ town, code }) => (
              <li key={code}>
                <a href={checkWith(field, code)}>
                  {town} {code}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
