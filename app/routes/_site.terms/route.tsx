import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { workingHours } from "#app/brand";
import { MOST_PAID_FOR_A_PARCEL, TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { formatRand } from "#app/domain/values/money";
import { say } from "#app/language/say";
import { paths } from "#app/paths";
import { OurLiability } from "#app/routes/_site.terms/our-liability";
import { ProhibitedGoods } from "#app/routes/_site.terms/prohibited-goods";
import { WhatWePromise } from "#app/routes/_site.terms/what-we-promise";
import { WhoWeAre } from "#app/routes/_site.terms/who-we-are";
import { Contents } from "#app/ui/contents";
import { pageMeta } from "#app/ui/shell/page-meta";
import { shown } from "#app/ui/words";

export const handle = { cached: "any query" };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Terms",
    description:
      "Who we are, what we do and when, what it costs, how to cancel, what you may not send, and what we pay.",
    path: paths.terms,
  });

/** The terms that section 43 of the ECT Act (25 of 2002) requires. A test names the line for each of its items. */
export function loader({ context }: LoaderFunctionArgs) {
  const { registration, appUrl, officeTakes } = context.settings;
  const { vatNumber, registrationNumber, directors } = registration;
  return json({
    version: TERMS_VERSION,
    most: formatRand(MOST_PAID_FOR_A_PARCEL),
    namesVat: vatNumber !== "none",
    officeTakes,
    details: {
      registrationNumber: registrationNumber ?? UNTOLD,
      vatNumber: vatNumber === "none" ? null : (vatNumber ?? UNTOLD),
      directors: directors ?? UNTOLD,
      hours: workingHours,
      website: appUrl,
    },
  });
}

/** A site that takes real money never shows this: it wouldn't start. */
const UNTOLD = "not set: this is a test site";

const headings = {
  service: "What we do",
  times: "When we collect and deliver",
  price: "What it costs",
  paying: "How you pay",
  cancelling: "If you cancel",
  records: "Your records",
  complaints: "If something goes wrong",
  "not-allowed": "What you may not send",
  liability: "If a parcel is lost or damaged",
  safety: "Your money and your data are safe",
  company: "Who we are",
};

export default function Terms() {
  const { version, most, namesVat, officeTakes, details } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Terms</h1>
      <p>
        {shown(say`These terms hold for every parcel that you book with us.`)} Version{" "}
        <span className="nowrap">{version}.</span> {shown(say`Each booking keeps the version that you agreed to.`)}
      </p>
      <Contents headings={headings} />
      <WhatWePromise namesVat={namesVat} firstHours={details.hours} officeTakes={officeTakes} />
      <ProhibitedGoods />
      <OurLiability most={most} />
      <WhoWeAre details={details} />
    </>
  );
}
