import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { keptDaysOf } from "#app/domain/parcels/kept-days.server";
import { MOST_PAID_FOR_A_PARCEL } from "#app/domain/parcels/quotes/terms-version";
import { inWholeRand } from "#app/domain/values/money";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { examplePrice } from "#app/http/pages/example-price.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { say } from "#app/language/say";
import { paths } from "#app/paths";
import { HowItWorks, Questions, Whereabouts } from "#app/routes/_site._index/how-it-works";
import { StreetPicture } from "#app/routes/_site._index/street-picture";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/field-state";
import { TextField } from "#app/ui/forms/text-field";
import { Benefits } from "#app/ui/home/benefits";
import { Channels } from "#app/ui/home/channels";
import { Pricing } from "#app/ui/home/pricing";
import { Notice } from "#app/ui/notice";
import { originIn, pageMeta } from "#app/ui/shell/page-meta";
import { ForShow } from "#app/ui/shell/this-page";
import styles from "#app/ui/styles/home.css";
import { shown } from "#app/ui/words";

/** As the terms have them. */
const PROMISES = [
  { lead: say`Cover up to ${inWholeRand(MOST_PAID_FOR_A_PARCEL)}`, text: say`if we lose or damage it` },
  { lead: say`Cancel free`, text: say`until we collect` },
];
/** While too few parcels were delivered to say how soon they arrive. */
const NO_ACCOUNT = { lead: say`No account needed`, text: say`to get a price, book and pay` };

export const handle = { cached: true };
export const meta: MetaFunction = ({ matches }) => {
  const description = plainText(
    say`Fast, reliable local last-mile logistics. Check your postal code, get a price at once, book and pay without an account. Township addresses welcome.`,
  );
  return [
    ...pageMeta(matches, { title: `${brand.name}: ${brand.tagline}`, description, path: paths.home }),
    { "script:ld+json": companyInWords(originIn(matches) ?? "", description) },
  ];
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pricing, store } = context.services;
  const example = await examplePrice(pricing);
  if (!example) context.forNow?.();
  const isDeleted = typedQuery(request).has("deleted");
  const kept = example && (await keptDaysOf(store.read, example, new Date()));
  const { most, arriveFrom } = catalogue().parcelState.next.kept;
  const ofRoute = kept && { lead: most, text: arriveFrom(example.from, example.to, kept) };
  const promises = [ofRoute || NO_ACCOUNT, ...PROMISES].map(({ lead, text }) => ({
    lead: plainText(lead),
    text: plainText(text),
  }));
  return json({ example, promises, isElsewhere: context.settings.trackingUrl !== undefined, isDeleted });
}

export default function Home() {
  const { example, promises, isElsewhere, isDeleted } = useLoaderData<typeof loader>();
  return (
    <>
      {isDeleted ? <Notice tone="good" title="Your account is deleted" /> : null}
      <section className="hero full">
        <link rel="stylesheet" href={styles} />
        <div className="pitch">
          <h1>{brand.tagline}</h1>
          <p>
            {shown(
              say`Fast, reliable local ${"last-mile"} logistics. We collect at your gate and deliver to theirs, street name or not.`,
              { verbatim: (unbroken) => <span className="nowrap">{unbroken}</span> },
            )}
          </p>
        </div>
        <form method="get" action={paths.ship} className="card sign">
          <h2>{shown(say`Do we come to you? What does it cost?`)}</h2>
          <div className="pair">
            <TextField
              name="fromPostal"
              label="From postal code"
              state={blankForm}
              autoComplete="section-from postal-code"
            />
            <TextField
              name="toPostal"
              label="To postal code"
              state={blankForm}
              autoComplete="section-to postal-code"
              enterKeyHint="go"
            />
          </div>
          <p className="hint">Or the name of the place, such as {brand.example.route.from}.</p>
          <ButtonRow>
            <Button>Check and get a price</Button>
          </ButtonRow>
          {example ? (
            <p className="hint">
              {example.from} {example.fromPostal} to {example.to} {example.toPostal}:{" "}
              <b className="nowrap">{example.grandTotal}</b>, all included
              {example.days ? `, ${example.days}` : ""}.
            </p>
          ) : null}
        </form>
        <ButtonLink href={paths.contact} plain>
          Chat With Us
        </ButtonLink>
        <ForShow>
          <StreetPicture />
        </ForShow>
      </section>
      <HowItWorks promises={promises} />
      <Whereabouts isElsewhere={isElsewhere} />
      <Benefits short />
      <Channels short />
      <Questions days={example?.days ?? null} />
      <Pricing example={example} />
    </>
  );
}

/** The company's details for search engines. */
function companyInWords(origin: string, description: string) {
  const { addressLines, email, social } = contact();
  const town = addressLines.at(-1) ?? "";
  return {
    "@context": "https://schema.org",
    "@type": ["Organization", "LocalBusiness"],
    name: brand.name,
    description,
    url: `${origin}${paths.home}`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/social-card.png`,
    email: email.contact,
    address: {
      "@type": "PostalAddress",
      streetAddress: addressLines.slice(0, -1).join(", "),
      addressLocality: town.replace(/ \d{4}$/, ""),
      postalCode: town.match(/\d{4}$/)?.[0],
      addressCountry: "ZA",
    },
    areaServed: brand.country,
    priceRange: "R",
    sameAs: Object.values(social).filter((page) => page !== null),
  };
}
