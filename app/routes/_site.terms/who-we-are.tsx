import { brand } from "#app/brand";
import { addressInALine, contact, phoneInOneLine } from "#app/contact";
import { plainText } from "#app/language/plain-text";
import { link, name, say, strong } from "#app/language/say";
import { paths } from "#app/paths";
import { shown } from "#app/ui/words";
import { EmailAddress } from "../../ui/email-address";
import { FactList } from "../../ui/shipments/summary-card";

/** The company details that the law requires; the numbers come from the settings. */
export type DetailsShown = {
  registrationNumber: string;
  vatNumber: string | null;
  directors: string;
  hours: string;
  website: string;
};

/** The company's details and contacts. */
export function WhoWeAre({ details }: { details: DetailsShown }) {
  return (
    <>
      <h2 id="company">Who we are</h2>
      <FactList
        facts={[
          {
            label: "Company",
            value: plainText(say`${name(brand.legalName)}, a private company registered in South Africa`),
          },
          { label: "Registration number", value: details.registrationNumber },
          { label: "VAT number", value: details.vatNumber },
          { label: "Directors", value: details.directors },
          { label: "Address, also for legal papers", value: addressInALine() },
          { label: "Phone", value: `${phoneInOneLine()}, ${details.hours}` },
          { label: "Email", value: <EmailAddress>{contact().email.contact}</EmailAddress> },
          { label: "Website", value: details.website },
        ]}
      />
      <p>
        {shown(say`${strong(say`We never ask for money, a card number, a PIN or a code by phone.`)} Somebody who does is not from
          us. Hang up, and ${link(paths.contact, say`chat with us`)}.`)}
      </p>
      <p>
        {shown(say`We belong to no trade body, and have signed no code of conduct and no code for settling disputes.
          The law of South Africa holds.`)}
      </p>
    </>
  );
}
