import { useContext } from "react";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { paths } from "#app/paths";
import { EachApart } from "../apart";
import { MailLink } from "../email-address";
import { shown } from "../words";
import { ThisPage, useThisPath } from "./this-page";

/**
 * Address, contact, company details, and a link to the top (specification section 1). `short` is without links that lead
 * away, where people are in the middle of something; the office has no more than the page's own links.
 */
export function SiteFooter({ short, office }: { short?: boolean; office?: boolean }) {
  const { address, isLight } = useContext(ThisPage);
  // On the Lite page itself it links to the same page with the same way back.
  const liteHref = useThisPath() === paths.lite() ? address : paths.lite(address);
  const { addressLines, email, social } = contact();
  const words = catalogue().shell.footer;
  const linkTo = (href: string, sentence: Sentence) => (
    <a key={href} href={href}>
      {shown(sentence)}
    </a>
  );
  const lite = linkTo(liteHref, isLight ? words.liteIsOn : words.lite);
  const terms = linkTo(paths.terms, words.terms);
  const privacy = linkTo(paths.privacy, words.privacy);
  if (office) {
    return (
      <footer className="foot">
        <nav className="bar" aria-label={plainText(words.itself)}>
          <EachApart inALine>
            {terms} {privacy} {lite} <MailLink to={email.contact} />
          </EachApart>
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
        <nav aria-label={plainText(words.itself)}>
          <EachApart inALine>
            {social.facebook ? <a href={social.facebook}>Facebook</a> : null}
            {social.instagram ? <a href={social.instagram}>Instagram</a> : null}
            {terms} {privacy}
            {short
              ? null
              : [
                  linkTo(paths.business, words.business),
                  linkTo(paths.developers, words.developers),
                  linkTo(paths.login, words.account),
                ]}
            {lite}
          </EachApart>
        </nav>
        {brand.isExemptMicroEnterprise ? <p>{shown(words.empowerment)}</p> : null}
        <a className="button plain" href="#top">
          {shown(words.top)}
        </a>
      </div>
    </footer>
  );
}
