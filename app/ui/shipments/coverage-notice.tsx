import type { CoverageAnswer } from "#app/domain/pricing/coverage-check";
import type { QuickPrice } from "#app/domain/pricing/quick-price.server";
import { ButtonLink } from "../forms/button";
import { Notice } from "../notice";

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
