import { say } from "#app/language/say";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { PriceBreakdown } from "../shipments/price-breakdown";
import { shown } from "../words";

/** A price from the rate card, as text. */
export type ExamplePrice = {
  from: string;
  to: string;
  boxName: string;
  transport: string;
  packaging: string;
  fuel: string;
  /** Null if the company charges no VAT. */
  vat: string | null;
  grandTotal: string;
};

/** How a price is calculated, with an example. */
export function Pricing({ example }: { example: ExamplePrice | null }) {
  return (
    <section className="wide topic" aria-labelledby="pricing">
      <h2 id="pricing">{shown(say`How pricing works`)}</h2>
      <div>
        <div>
          <p>
            {shown(say`You see every line before you book. In South Africa you pay the sender's zone rate plus the
              receiver's zone rate, and a linehaul amount if the two regions differ. To more than 200 destinations abroad
              you pay the pickup cost and the country's zone rate. Then we add
              ${example?.vat ? say`packaging, fuel and VAT` : say`packaging and fuel`}.`)}
          </p>
          <ButtonRow>
            <ButtonLink plain href={paths.ship}>
              Send a Parcel
            </ButtonLink>
          </ButtonRow>
        </div>
        {example ? (
          <PriceBreakdown
            title={`${example.from} to ${example.to}, today`}
            lines={[
              { label: "Both zone rates", amount: example.transport },
              { label: "Packaging", amount: example.packaging, note: example.boxName },
              { label: "Fuel", amount: example.fuel },
              ...(example.vat ? [{ label: "VAT", amount: example.vat }] : []),
            ]}
            total={example.grandTotal}
          />
        ) : null}
      </div>
    </section>
  );
}
