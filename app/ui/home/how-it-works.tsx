import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { TrackForm } from "../shipments/track-form";

const steps = [
  { title: "Get a price", text: "Two postal codes or place names, and a box. You see the full price at once." },
  { title: "Tell us where", text: "Two addresses. No street name? Say how we find you. Then pay by card." },
  { title: "We fetch and bring it", text: "We phone first. You track your parcel with its number." },
];

/** What a customer does, in three steps, and how to track a parcel. */
export function HowItWorks({ isElsewhere }: { isElsewhere: boolean }) {
  return (
    <section className="wide" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol className="cards">
        {steps.map(({ title, text }) => (
          <li className="card" key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="columns">
        <div>
          <h2>Where is my parcel?</h2>
          <p>Type the number from your slip, email or text message.</p>
        </div>
        <TrackForm action={paths.track} isElsewhere={isElsewhere} />
      </div>
    </section>
  );
}

/** Frequently asked questions. */
export function Questions({ days }: { days: string | null }) {
  return (
    <section className="wide" aria-labelledby="questions">
      <h2 id="questions">What people ask</h2>
      <div className="cards">
        <div className="card">
          <h3>How long does it take?</h3>
          <p>{days ? `Within a city ${days}. ` : ""}Further away takes longer. You see the days with your price.</p>
        </div>
        <div className="card">
          <h3>Where do you go?</h3>
          <p>To townships, towns and villages in all nine provinces, and to other countries.</p>
        </div>
        <div className="card">
          <h3>Do I need an account?</h3>
          <p>No. You can book and pay as a guest. An account keeps your quotes and bookings.</p>
        </div>
        <div className="card">
          <h3>I have no street name. Can you find me?</h3>
          <p>Yes. Tell the driver what to look for, such as a blue gate by the taxi rank.</p>
        </div>
      </div>
      <ButtonRow>
        <ButtonLink href={paths.ship}>See boxes and prices</ButtonLink>
      </ButtonRow>
    </section>
  );
}
