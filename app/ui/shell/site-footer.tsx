import { useContext } from "react";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { paths } from "#app/paths";
import { MailLink } from "../email-address";
import { ThisPage, useThisPath } from "./this-page";

/** Address, contact, company details, and a link to the top; `short` where people are in the middle of something. */
export function SiteFooter({ short }: { short?: boolean }) {
  const { address, isLight } = useContext(ThisPage);
  // On the Lite page itself it links to the same page with the same way back.
  const liteHref = useThisPath() === paths.lite() ? address : paths.lite(address);
  const { addressLines, email, social } = contact();
  const lite = <a href={liteHref}>{isLight ? "Lite: on" : "Lite"}</a>;
  if (short) {
    return (
      <footer className="foot">
        <nav className="bar" aria-label="More">
          <a href={paths.terms}>Terms</a> <a href={paths.privacy}>Privacy</a> {lite} <MailLink to={email.contact} />
        </nav>
      </footer>
    );
  }
  return (
    <footer className="foot">
      <div className="bar">
        <p>
          <b>{brand.name}</b>
          <br />
          {addressLines.slice(0, -1).join(", ")}
          <br />
          {addressLines.at(-1)}
          <br />
          <MailLink to={email.contact} />
        </p>
        <nav aria-label="More">
          {social.facebook ? <a href={social.facebook}>Facebook</a> : null}{" "}
          {social.instagram ? <a href={social.instagram}>Instagram</a> : null} <a href={paths.terms}>Terms</a>{" "}
          <a href={paths.privacy}>Privacy</a> <a href={paths.business}>For businesses</a>{" "}
          <a href={paths.developers}>For developers</a> <a href={paths.login}>My account</a> {lite}
        </nav>
        <p>{brand.empowerment}</p>
        <a className="button plain" href="#top">
          Back to top
        </a>
      </div>
    </footer>
  );
}
