import { link, say } from "#app/language/say";
import { paths } from "#app/paths";
import { shown } from "#app/ui/words";

/** What we pay for a lost or damaged parcel, what the declared value is for, and how money and data are protected. */
export function OurLiability({ most }: { most: string }) {
  return (
    <>
      <h2 id="liability">If a parcel is lost or damaged</h2>
      <p>
        {shown(say`If it is our fault, we pay what the contents cost you, up to ${most} for each parcel, and give back what you
          paid us. Tell us within 7 days after the delivery or, if it never came, within 30 days after you paid. Show us what
          the contents cost, and a photo of the damage.`)}
      </p>
      <p>
        {shown(say`We don't pay for what you may not send, or if you packed the contents in a way that could not protect them.
          We also don't pay for what you lose because a parcel is late. If a parcel is worth more than ${most}, insure it
          elsewhere or don't send it with us.`)}
      </p>
      <p>
        {shown(say`The declared value is for customs, and helps us to find a lost parcel. It buys no insurance and no
          cover, and does not change the price. You can leave it at 0.`)}
      </p>

      <h2 id="safety">Your money and your data are safe</h2>
      <p>
        {shown(say`Pages that ask for data are encrypted. PayFast takes the payment, and tells us the amount and that you paid.
          What we keep about you, why and for how long is on our ${link(paths.privacy, say`privacy page`)}.`)}
      </p>
    </>
  );
}
