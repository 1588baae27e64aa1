import Link from "next/link";
import { LiteLink } from "./lite-link";
import { MailLink } from "./mail-link";
import { brand } from "./words";

export function Footer() {
  return (
    <footer className="foot">
      <div className="bar">
        <p>
          <b>{brand.name}</b>
          <br />
          {brand.street}
          <br />
          {brand.city}
          <br />
          <MailLink />
        </p>
        <nav aria-label="More">
          <a href={brand.social.facebook}>Facebook</a> <a href={brand.social.instagram}>Instagram</a>{" "}
          <Link href="/terms">Terms</Link> <Link href="/privacy">Privacy</Link>{" "}
          <Link href="/business">For businesses</Link> <Link href="/developers">For developers</Link>{" "}
          <Link href="/login">My account</Link> <LiteLink />
        </nav>
        <p>{brand.empowerment}</p>
        <a className="button plain" href="#top">
          Back to top
        </a>
      </div>
    </footer>
  );
}

/** The footer of a step. */
export function ShortFooter() {
  return (
    <footer className="foot">
      <nav className="bar" aria-label="More">
        <Link href="/terms">Terms</Link> <Link href="/privacy">Privacy</Link> <LiteLink /> <MailLink />
      </nav>
    </footer>
  );
}
