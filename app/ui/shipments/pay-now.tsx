import type { PaymentForm } from "#app/domain/bookings/payments/payment-form.server";
import { OurPhone } from "#app/ui/our-phone";
import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";
import { HowYouPay } from "./how-you-pay";

/** The button that leads to the payment page, for one booking or several; or why there is none. */
export function PayNow(props: {
  form: PaymentForm;
  label: string;
  statusHref: string;
  /** What is saved, and what to say on the phone, if the payment can't start. */
  otherwise: { kept: string; give: string };
  /** Another button of the page stands out. */
  plain?: boolean;
}) {
  const { form, label, statusHref, otherwise, plain } = props;
  if (!form.ok)
    return (
      <Notice tone="bad" title="Could not start payment.">
        <p>{form.why}</p>
        <p>
          We have kept your {otherwise.kept}. Phone us on <OurPhone /> and give {otherwise.give}.
        </p>
      </Notice>
    );
  return (
    <form method="post" action={form.action} className="form">
      <HiddenFields fields={Object.fromEntries(form.fields)} />
      <ButtonRow>
        <Button busyLabel="Opening the payment page…" plain={plain}>
          {label}
        </Button>
        <a className="quiet" href={statusHref}>
          I have paid already
        </a>
      </ButtonRow>
      <HowYouPay kept={otherwise.kept} />
    </form>
  );
}
