import type { ParcelInWords } from "#app/domain/pricing/parcel-in-words";
import type { PriceLine } from "#app/domain/quotes/bill";
import { decimal } from "#app/domain/values/decimal";
import type { FormState } from "#app/domain/values/form-state";
import { ButtonRow, PrintButton } from "../../forms/button";
import { Checkbox } from "../../forms/checkbox";
import { ErrorSummary } from "../../forms/error-summary";
import { StepForm } from "../../forms/step-form";
import { Notice } from "../../notice";
import { type AddressesShown, AddressSummary } from "../address-summary";
import { BookedPanel } from "../booked-panel";
import { CancelledPanel } from "../cancelled-panel";
import { AskAboutQuote, ManualPricePanel } from "../manual-price-panel";
import { NextParcel } from "../next-parcel";
import { ParcelSummary } from "../parcel-summary";
import { PriceBreakdown } from "../price-breakdown";
import { StartAgain } from "../start-again";
import { StepHeader } from "../step-header";
import { type Waiting, WaitYourTurn } from "../wait-your-turn";
import type { StepPlace } from "./step-place";

export type ReviewPage = {
  place: StepPlace;
  token?: string;
  quoteNo: string;
  /** What the customer says yes to: posted back, and compared with what is saved. */
  agreed: Record<string, string>;
  /** What to do before booking. */
  confirmHint: string;
  bill: { lines: PriceLine[]; total: string; heldUntil: string } | null;
  /** When it usually arrives; null where nobody can say. */
  delivery: string | null;
  /** The price that was shown before this one, where it was another. */
  priceBefore: string | null;
  manualWording: "public" | "signed-in";
  addresses: AddressesShown;
  parcel: ParcelInWords;
  overLimitKg: number | null;
  cancelled: { statusHref: string } | null;
  booked: { payHref: string | null; statusHref: string } | null;
  /** Of the quote, whose people the next parcel may keep. */
  quoteId: string;
  isManualRequested: boolean;
};

export type ReviewAnswer = FormState & { wait?: Waiting };

/** A wizard's last step: the price, everything that it is for, and the customer's yes. */
export function ReviewStep({ page, answer }: { page: ReviewPage; answer: ReviewAnswer | undefined }) {
  const { place, token, quoteNo, bill, addresses, parcel, overLimitKg, cancelled, booked, isManualRequested } = page;
  const state = answer ?? { values: {}, errors: {} };
  const canBePaid = !cancelled && (!booked || booked.payHref !== null);
  const isOpen = !cancelled && !booked && !isManualRequested;
  const editHref = (href: string) => (isOpen ? `${href}?then=review` : undefined);
  const submit = bill ? "Book This Collection" : "Request Manual Quote";
  if (answer?.wait && isOpen) return <WaitYourTurn {...answer.wait} submit={submit} />;
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {isOpen ? <ErrorSummary errors={state.errors} /> : null}
      <p>
        Quote number <b className="nowrap">{quoteNo}</b>
      </p>
      {cancelled ? (
        <CancelledPanel
          {...cancelled}
          token={token}
          startAgainAction={place.startAgainAction}
          changeAction={place.changeAction}
        />
      ) : null}
      {booked ? (
        <BookedPanel
          {...booked}
          token={token}
          startAgainAction={place.startAgainAction}
          changeAction={place.changeAction}
        />
      ) : null}
      {isManualRequested ? (
        <Notice tone="good" title="We have your request">
          <p>
            Your reference is <b>{quoteNo}</b>. A person will work out the price and email you within one working day.
            You have not been charged.
          </p>
          <AskAboutQuote quoteNo={quoteNo} />
        </Notice>
      ) : null}
      {page.priceBefore && bill && isOpen ? (
        <Notice tone="info" title="The price has changed">
          <p>
            It was {page.priceBefore} and is now <b className="nowrap">{bill.total}</b>. Book only if that is fine with
            you.
          </p>
        </Notice>
      ) : null}
      {bill ? (
        <PriceBreakdown {...bill} delivery={page.delivery} heldUntil={canBePaid ? bill.heldUntil : undefined} />
      ) : null}
      {bill || !isOpen ? null : <ManualPricePanel wording={page.manualWording} quoteNo={quoteNo} />}
      {overLimitKg === null ? null : (
        <Notice tone="info" title={`Over box limit of ${decimal(overLimitKg)} kg`}>
          <p>Weight exceeds the recommended limit for this box. Consider a larger box.</p>
        </Notice>
      )}
      <AddressSummary addresses={addresses} editHref={editHref(place.addressesHref)} />
      <ParcelSummary parcel={parcel} editHref={editHref(place.parcelHref)} />
      {isOpen ? (
        <>
          <StepForm
            state={state}
            submit={submit}
            hidden={page.agreed}
            needsAll
            complainsElsewhere
            backHref={place.parcelHref}
            more={<PrintButton>Print Quote</PrintButton>}
          >
            <Checkbox name="confirm" state={state} required hint={page.confirmHint}>
              I confirm the details above are correct and accept that final charges may vary based on operational
              checks.
            </Checkbox>
          </StepForm>
          <StartAgain action={place.startAgainAction} token={token} />
        </>
      ) : (
        <ButtonRow>
          <PrintButton>Print Quote</PrintButton>
        </ButtonRow>
      )}
      {isManualRequested ? <NextParcel addressesHref={place.addressesHref} quoteId={page.quoteId} /> : null}
    </>
  );
}
