import { type Sentence, say } from "#app/language/say";
import { paths } from "#app/paths";
import { Scene, type SceneName } from "../../ui/home/scene";
import { TrackForm } from "../../ui/shipments/track-form";
import { shown } from "../../ui/words";

const scenes: { scene: SceneName; title: Sentence; text: Sentence }[] = [
  {
    scene: "handOver",
    title: say`Hand it over`,
    text: say`Get a price, tell us the two places, and pay by card. We phone first, then collect at your gate.`,
  },
  {
    scene: "road",
    title: say`Track it on the road`,
    text: say`You know the days before you pay, and see where your parcel is at any time.`,
  },
  {
    scene: "gate",
    title: say`At their gate`,
    text: say`No street name? Say what to look for, such as a blue gate. The driver asks for a PIN.`,
  },
];

/** What happens to a parcel, in three scenes, and three facts to trust it by. */
export function HowItWorks({ promises }: { promises: { lead: string; text: string }[] }) {
  return (
    <section className="wide" aria-labelledby="how">
      <h2 id="how">{shown(say`How it works`)}</h2>
      <ol className="scenes">
        {scenes.map(({ scene, title, text }) => (
          <li key={scene}>
            <Scene name={scene} />
            <div>
              <h3>{shown(title)}</h3>
              <p>{shown(text)}</p>
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
      <h2 id="whereabouts">{shown(say`Where is my parcel?`)}</h2>
      <div>
        <p>{shown(say`Type the number from your slip, email or text message.`)}</p>
        <TrackForm action={paths.track} isElsewhere={isElsewhere} plain />
      </div>
    </section>
  );
}

/** Frequently asked questions. */
export function Questions({ days }: { days: string | null }) {
  return (
    <section className="wide topic" aria-labelledby="questions">
      <h2 id="questions">{shown(say`What people ask`)}</h2>
      <div>
        <div>
          <h3>{shown(say`Where do you go?`)}</h3>
          <p>{shown(say`To townships, towns and villages in all nine provinces, and to other countries.`)}</p>
        </div>
        <div>
          <h3>{shown(say`Do I need an account?`)}</h3>
          <p>{shown(say`No. You can book and pay as a guest. An account keeps your quotes and bookings.`)}</p>
        </div>
        <div>
          <h3>{shown(say`How long does it take?`)}</h3>
          <p>
            {days ? <>{shown(say`Within a city ${days}.`)} </> : null}
            {shown(say`Further away takes longer. You see the days with your price.`)}
          </p>
        </div>
        <div>
          <h3>{shown(say`What can't I send?`)}</h3>
          <p>{shown(say`Cash, weapons, drugs, petrol, gas or animals.`)}</p>
          <a className="edit" href={`${paths.terms}#not-allowed`}>
            {shown(say`The full list`)}
          </a>
        </div>
      </div>
    </section>
  );
}
