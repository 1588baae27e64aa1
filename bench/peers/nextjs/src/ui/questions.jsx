import Link from "next/link";
import { home } from "./words";

export function Questions() {
  return (
    <section className="wide" aria-labelledby="questions">
      <h2 id="questions">What people ask</h2>
      <div className="cards">
        {home.questions.map(({ title, text }) => (
          <div className="card" key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <div className="buttons">
        <Link className="button" href="/ship">
          See boxes and prices
        </Link>
      </div>
    </section>
  );
}
