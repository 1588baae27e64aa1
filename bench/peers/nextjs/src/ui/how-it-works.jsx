import { TextField } from "./text-field";
import { home } from "./words";

const waybill = {
  name: "waybill",
  label: "Waybill number",
  hint: "It opens in a new tab.",
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
      <ol className="cards">
        {home.steps.map(({ title, text }) => (
          <li className="card" key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="columns">
        <div>
          <h2>Where is my parcel?</h2>
          <p>Type the number from your slip, email or SMS.</p>
        </div>
        <form method="post" action="/track" target="_blank" rel="noopener" className="form card sign">
          <TextField field={waybill} />
          <div className="buttons">
            <button type="submit" className="button">
              Track
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}
