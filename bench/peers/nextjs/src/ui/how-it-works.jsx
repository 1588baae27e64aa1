import { TextField } from "./text-field";
import { home } from "./words";

const waybill = {
  name: "waybill",
  label: "Waybill number",
  pattern: ".*\\S.*",
  autocomplete: "off",
  autocapitalize: "characters",
  enterkeyhint: "go",
  spellcheck: false,
};

export function HowItWorks() {
  return (
    <section className="wide" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol className="scenes">
        {home.scenes.map(({ title, text, card, sun, black, lines }) => (
          <li key={title}>
            <svg className="art" viewBox="0 0 240 122" aria-hidden="true">
              <path d={card} />
              <path className="load" d={sun} />
              <path className="solid" d={black} />
              <path d={lines} fill="none" />
            </svg>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ul className="promises">
        {home.promises.map(({ lead, text }) => (
          <li key={lead}>
            <b>{lead}</b> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Whereabouts() {
  return (
    <section className="wide topic" aria-labelledby="whereabouts">
      <h2 id="whereabouts">Where is my parcel?</h2>
      <div>
        <p>Type the number from your slip, email or text message.</p>
        <form method="post" action="/track" className="form">
          <TextField field={waybill} />
          <div className="buttons">
            <button type="submit" className="button plain">
              Track
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
