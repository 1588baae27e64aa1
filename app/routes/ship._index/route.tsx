import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { withKeptDays } from "#app/domain/parcels/kept-days.server";
import { boxesOnShow, offeredBoxes } from "#app/domain/prices/box-choices";
import { boxPictures } from "#app/domain/prices/box-pictures.server";
import { countryList } from "#app/domain/prices/country-names";
import type { CoverageAnswer } from "#app/domain/prices/coverage-check";
import { type Check, checkOf, coverageDesk } from "#app/domain/prices/coverage-desk.server";
import { delaysAt } from "#app/domain/prices/delays.server";
import { otherPrices, quickPrice } from "#app/domain/prices/quick-price.server";
import type { FormState } from "#app/domain/values/form-state";
import { saDay } from "#app/domain/values/sa-time";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { publicQuote } from "#app/http/wizard/journey";
import { paths } from "#app/paths";
import { BoxTable } from "#app/routes/ship._index/box-table";
import { PriceAbroadForm, PriceForm } from "#app/routes/ship._index/coverage-forms";
import { CoverageNotice, PlaceChoice } from "#app/routes/ship._index/coverage-notice";
import { EachApart } from "#app/ui/apart";
import { pageMeta } from "#app/ui/shell/page-meta";
import { DelayNotice } from "#app/ui/shipments/delay-notice";

const wizardStart = publicQuote.steps.addresses.path;

const LONGEST_COUNTRY = 100;

export const handle = { enhance: true, cached: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Send a parcel: boxes, coverage and prices",
    description: "See the boxes, whether we come to you, and the price. No account needed.",
    path: paths.ship,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const check = checkOf(query);
  const { store, pricing, shownPricing, ownPricing, places } = context.services;
  const pictureOf = await boxPictures(store.read, saDay(new Date()));
  // In parallel, because each may have to wait for a slow pricing service.
  const [desk, boxes, offered, countries] = await Promise.all([
    coverageDesk({ pricing, ownPricing, places }, check, query),
    boxesOnShow(pricing, pictureOf),
    offeredBoxes(pricing),
    countryList({ pricing, ownPricing }, (query.get("toCountry") ?? "").slice(0, LONGEST_COUNTRY)),
  ]);
  if (boxes.length === 0 || countries.note) context.forNow?.();
  const { values, which, answer } = desk;
  const asksPrice = check === "price" || check === "price-abroad";
  const boxId = (check === "price-abroad" ? values.boxAbroad : values.selectedBoxId) ?? "";
  const price =
    asksPrice && answer?.ok
      ? await quickPrice({ pricing: shownPricing, read: store.read }, answer.lead, { offered, boxId }, new Date())
      : null;
  const others = answer?.ok ? await otherPrices(shownPricing, answer.lead, desk.others, price, offered) : [];
  const { fromPostal = "", toPostal } = (answer?.ok && answer.lead) || {};
  if (price?.delivery && toPostal) {
    price.delivery = await withKeptDays(store.read, price.delivery, { fromPostal, toPostal }, new Date());
  }
  const unservedCodes = answer && !answer.ok ? answer.unserved?.map(({ code }) => code) : undefined;
  const lead = {
    ...answer?.lead,
    ...(offered.some(({ id }) => id === boxId) && { selectedBoxId: boxId }),
    ...(price?.chosen && { selectedBoxId: price.chosen.boxId }),
    ...(unservedCodes && { told: unservedCodes.join(" ") }),
  };
  return json({
    delays: await delaysAt(store.read, new Date()),
    boxes,
    choices: offered.map(({ id, name }) => ({ value: id, text: name })),
    countries,
    values,
    check,
    which,
    answer,
    price,
    others,
    shareText: price?.chosen
      ? `${price.chosen.price} with ${brand.name}: ${siteAddress(request, context.settings)}${paths.ship}?${query}`
      : null,
    search: query.toString(),
    wizardHref: answer?.lead ? `${wizardStart}?${new URLSearchParams(lead)}` : wizardStart,
  });
}

export default function ShipInformation() {
  const {
    delays,
    boxes,
    choices,
    countries,
    values,
    check,
    which,
    answer,
    price,
    others,
    shareText,
    search,
    wizardHref,
  } = useLoaderData<typeof loader>();
  const stateOf = (...checks: Check[]): FormState =>
    check && checks.includes(check) && answer && !answer.ok
      ? { values, errors: errorsOf(answer) }
      : { values, errors: {} };
  const isAbroad = check === "international" || check === "price-abroad";
  const leadsOn = which !== null || answer?.ok || answer?.unserved !== undefined;
  const checkWith = (field: string, code: string) => {
    const query = new URLSearchParams(search);
    query.set(field, code);
    return `${paths.ship}?${query}`;
  };
  return (
    <>
      <h1>Send a parcel</h1>
      <DelayNotice lines={delays} />
      {/* At the top, because no form may link further down: w3m drops the fields of a form whose address has a "#". */}
      {which ? <PlaceChoice {...which} /> : null}
      {answer ? <CoverageNotice {...{ answer, price, others, shareText, wizardHref, checkWith }} /> : null}
      {answer || which ? null : (
        <p>No account needed: two addresses, a parcel, a price, then pay by card. About three minutes.</p>
      )}
      <p className="links">
        <EachApart>
          {answer || which ? null : <a href={wizardStart}>Send a parcel</a>}
          <a href={paths.login}>Login or Create Account</a>
        </EachApart>
      </p>
      <PriceForm
        state={stateOf("local", "price")}
        boxState={stateOf("price")}
        choices={choices}
        isMain={!leadsOn && !isAbroad}
        answered={answer?.ok || isAbroad ? (isAbroad ? "abroad" : "local") : null}
      />
      <PriceAbroadForm
        state={stateOf("international", "price-abroad")}
        boxState={stateOf("price-abroad")}
        choices={choices}
        countries={countries}
        isMain={!leadsOn && isAbroad}
        isUsed={isAbroad}
      />

      <section className="aside" aria-labelledby="boxes-heading">
        <h2 id="boxes-heading">Our boxes</h2>
        <BoxTable boxes={boxes} prices={price?.all} cheapest={price?.cheapest?.boxId} />
      </section>
    </>
  );
}

function errorsOf({ message, fields = [], errors }: Extract<CoverageAnswer, { ok: false }>): FormState["errors"] {
  const said = errors ?? Object.fromEntries(fields.map((field) => [field, message]));
  return Object.fromEntries(Object.entries(said).map(([field, words]) => [field, [words]]));
}
