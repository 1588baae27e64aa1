import { useContext } from "react";
import { brand } from "#app/brand";
import { paths } from "#app/paths";
import { ThisPage } from "./this-page";

/** Address, contact, company details, and a link to the top. */
export function SiteFooter() {
  const { address, isLight } = useContext(ThisPage);
  // On the Lite page itself it links to the same page with the same way back.
  const liteHref = address.split("?")[0] === paths.lite() ? address : paths.lite(address);
  const { street, suburb, city, postalCode } = brand.postalAddress;
  return (
    <footer className="foot">
      <div className="bar">
        <p>
          <b>{brand.name}</b>
          <br />
          {street}, {suburb}
          <br />
          {city} {postalCode}
          <br />
          <a href={`mailto:${brand.email.contact}`}>{brand.email.contact}</a>
        </p>
        <nav aria-label="More">
          <a href={brand.social.facebook}>Facebook</a> <a href={brand.social.instagram}>Instagram</a>{" "}
          <a href={paths.terms}>Terms</a> <a href={paths.privacy}>Privacy</a>{" "}
          <a href={paths.developers}>For developers</a> <a href={paths.login}>My account</a>{" "}
          <a href={liteHref}>{isLight ? "Lite: on" : "Lite"}</a>
        </nav>
        <p>{brand.empowerment}</p>
        <a className="button plain" href="#top">
          Back to top
        </a>
      </div>
    </footer>
  );
}
