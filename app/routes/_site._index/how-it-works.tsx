import { paths } from "#app/paths";
import { Scene, type SceneName } from "../../ui/home/scene";
import { TrackForm } from "../../ui/shipments/track-form";

const scenes: { scene: SceneName; title: string; text: string }[] = [
  {
    scene: "handOver",
    title: "Hand it over",
    text: "Get a price, tell us the two places, and pay by card. We phone first, then collect at your gate.",
  },
  {
    scene: "road",
    title: "Track it on the road",
    text: "You know the days before you pay, and see where your parcel is at any time.",
  },
  {
    scene: "gate",
    title: "At their gate",
    text: "No street name? Say what to look for, such as a blue gate. The driver asks for a PIN.",
  },
];

/** What happens to a parcel, in three scenes, and three facts to trust it by. */
export function HowItWorks({ promises }: { promises: { lead: string; text: string }[] }) {
  return (
    <section className="wide" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol className="scenes">
        {scenes.map(({ scene, title, text }) => (
          <li key={title}>
            <Scene name={scene} />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ul className="promises">
        {promises.map(({ lead, text }) => (
          <li key={lead}>
            <b>{lead}</b> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for a parcel's number. */
export function Whereabouts({ isElsewhere }: { isElsewhere: boolean }) {
  return (
    <section className="wide topic" aria-labelledby="whereabouts">
      <h2 id="whereabouts">Where is my parcel?</h2>
      <div>
        <p>Type the number from your slip, email or text message.</p>
        <TrackForm action={paths.track} isElsewhere={isElsewhere} plain />
      </div>
    </section>
  );
}

/** Frequently asked questions. */
export function Questions({ days }: { days: string | null }) {
  return (
    <section className="wide topic" aria-labelledby="questions">
      <h2 id="questions">What people ask</h2>
      <div>
        <div>
          <h3>Where do you go?</h3>
          <p>To townships, towns and villages in all nine provinces, and to other countries.</p>
        </div>
        <div>
          <h3>Do I need an account?</h3>
          <p>No. You can book and pay as a guest. An account keeps your quotes and bookings.</p>
        </div>
        <div>
          <h3>How long does it take?</h3>
          <p>{days ? `Within a city ${days}. ` : ""}Further away takes longer. You see the days with your price.</p>
        </div>
        <div>
          <h3>What can't I send?</h3>
          <p>Cash, weapons, drugs, petrol, gas or animals.</p>
          <a className="edit" href={`${paths.terms}#not-allowed`}>
            The full list
          </a>
        </div>
      </div>
    </section>
  );
}
