import type { MetaFunction } from "@remix-run/node";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { Benefits } from "#app/ui/home/benefits";
import { Channels } from "#app/ui/home/channels";
import { pageMeta } from "#app/ui/shell/page-meta";
import styles from "#app/ui/styles/home.css";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "For shops and businesses",
    description:
      "A single contact, a web portal, one-day integration, and channels from Shopify to an API: what shops and businesses get.",
    path: paths.business,
  });

/** What shops and businesses get, beside what everybody gets. */
export default function Business() {
  return (
    <>
      <section className="wide">
        <link rel="stylesheet" href={styles} />
        <h1>For shops and businesses</h1>
        <p>
          Send one parcel or a hundred. With an account you book a list at once and pay once. What happens to several of
          your parcels within five minutes comes in one email. Each month has a statement, with the numbers of its
          invoices, as a PDF or for your spreadsheet.
        </p>
        <p>
          If you send often, ask us to pay by month. Then we collect first, and you pay a whole month at once, with one
          payment. No interest, no fee.
        </p>
        <ButtonRow>
          <ButtonLink href={paths.loginWith({ tab: "register", next: paths.importParcels })}>
            Open an account
          </ButtonLink>
          <ButtonLink plain href={paths.contact}>
            Chat with us
          </ButtonLink>
        </ButtonRow>
      </section>
      <div className="wide">
        <Benefits />
        <Channels />
        <p className="links">
          <EachApart>
            <a href={paths.exampleList} download>
              A list to try
            </a>
            <a href={paths.developers}>Prices for your shop: the API</a> <a href={paths.terms}>Our terms</a>
          </EachApart>
        </p>
      </div>
    </>
  );
}
