import type { CoverageAnswer } from "#app/domain/pricing/coverage-check";
import { ButtonLink } from "../forms/button";
import { Notice } from "../notice";

/** A price for one parcel, and when it usually arrives, if anybody can say. */
export type QuickPrice = { words: string; delivery: string | null };

/** Whether we go there, what it costs if that was asked, and the way on to the wizard. */
export function CoverageNotice(props: { answer: CoverageAnswer; price: QuickPrice | null; wizardHref: string }) {
  const { answer, price, wizardHref } = props;
  if (!answer.ok) {
    return (
      <Notice tone="bad">
        <p>{answer.message}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      <p>{answer.message}</p>
      {price ? (
        <p>
          <b className="price">{price.words}</b> for one parcel, VAT included.
          {price.delivery ? ` ${price.delivery}.` : null}
        </p>
      ) : null}
      <ButtonLink href={wizardHref}>Send a parcel</ButtonLink>
    </Notice>
  );
}
