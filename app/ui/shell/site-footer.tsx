import { brand } from "#app/brand";
import { paths } from "#app/paths";

/** Where we are, how to reach us, who we are; and the way back up. */
export function SiteFooter() {
  const { street, suburb, city, postalCode } = brand.postalAddress;
  return (
    <footer className="foot">
      <div className="bar">
        <address>
          <b>{brand.name}</b>
          <br />
          {street}, {suburb}
          <br />
          {city} {postalCode}
          <br />
          <a href={`mailto:${brand.email.contact}`}>{brand.email.contact}</a>
        </address>
        <nav aria-label="More">
          <a href={brand.social.facebook} rel="noopener">
            Facebook
          </a>{" "}
          <a href={brand.social.instagram} rel="noopener">
            Instagram
          </a>{" "}
          <a href={paths.privacy}>Privacy</a> <a href={paths.developers}>For developers</a>{" "}
          <a href={paths.login}>My account</a>
        </nav>
        <p>{brand.empowerment}</p>
        <a className="button plain" href="#top">
          ↑ Back to top
        </a>
      </div>
    </footer>
  );
}
