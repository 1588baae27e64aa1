import Link from "next/link";
import { brand } from "./words";

export function Footer() {
  return (
    <footer className="foot">
      <div className="bar">
        <address>
          <b>{brand.name}</b>
          <br />
          {brand.street}
          <br />
          {brand.city}
          <br />
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </address>
        <nav aria-label="More">
          <a href={brand.social.facebook} rel="noopener">
            Facebook
          </a>{" "}
          <a href={brand.social.instagram} rel="noopener">
            Instagram
          </a>{" "}
          <Link href="/privacy">Privacy</Link> <Link href="/developers">For developers</Link>{" "}
          <Link href="/login">My account</Link> <Link href="/lite">Lite</Link>
        </nav>
        <p>{brand.empowerment}</p>
        <a className="button plain" href="#top">
          ↑ Back to top
        </a>
      </div>
    </footer>
  );
}
