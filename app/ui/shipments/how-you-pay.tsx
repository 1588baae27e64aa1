/** Who takes the money, and what happens if the signal drops. Shown before the payment page. `kept`: what is saved. */
export function HowYouPay({ kept }: { kept: string }) {
  return (
    <>
      <h2>How you pay</h2>
      <p>
        <b>By card, by instant EFT, or by another way that PayFast offers you.</b>
      </p>
      <ul>
        <li>You pay on PayFast's own safe page. PayFast is a South African company that many shops use.</li>
        <li>We never see your card number.</li>
        <li>Your bank statement will say PayFast.</li>
        <li>
          Did the signal drop? We have kept your {kept}. Don't pay again: come back to this page and press “I have paid
          already” to see if your money came.
        </li>
      </ul>
    </>
  );
}
