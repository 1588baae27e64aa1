import Link from "next/link";
import { home } from "./words";

export function Questions() {
  return (
    <section className="wide topic" aria-labelledby="questions">
      <h2 id="questions">What people ask</h2>
      <div>
        {home.questions.map(({ title, text, href, linkText }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            {href ? (
              <Link className="edit" href={href}>
                {linkText}
              </Link>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  );
}
