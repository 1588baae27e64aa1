import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { boxChoices, boxesOnShow } from "#app/domain/pricing/box-choices";
import { countryList } from "#app/domain/pricing/country-names";
import { checkInternationalCoverage, checkLocalCoverage } from "#app/domain/pricing/coverage-check";
import { quickPrice } from "#app/domain/pricing/quick-price.server";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import type { loader as rootLoader } from "#app/root";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { SelectField } from "#app/ui/forms/select-field";
import { TextField } from "#app/ui/forms/text-field";
import { pageMeta } from "#app/ui/shell/page-meta";
import { BoxTable } from "#app/ui/shipments/box-table";
import { CoverageNotice } from "#app/ui/shipments/coverage-notice";

const wizardStart = stepOf(publicQuote, "addresses").path;

/** Spec section 9: "Country search debounce" and "List limits". */
const COUNTRY_SEARCH = { limit: 20, debounceMs: 250 };

export const handle = { enhance: true, cached: true };
export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Send a parcel: boxes, coverage and prices",
    description:
      "See the boxes, check whether we come to your postal code, get a price and send a parcel. No account needed.",
    path: paths.ship,
    origin: matches.find((match) => match.id === "root")?.data?.origin,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const asked = (name: string) => (query.get(name) ?? "").slice(0, 100);
  const check = checkOf(query);
  const { store, pricing, ownPricing } = await company();
  // All at once: each may have to wait for a pricing service that is slow.
  const [answer, boxes, choices, countries] = await Promise.all([
    check &&
      (check === "international"
        ? checkInternationalCoverage(pricing, asked("pickupPostal"), asked("toCountry"))
        : checkLocalCoverage(pricing, asked("fromPostal"), asked("toPostal"))),
    boxesOnShow(pricing),
    boxChoices(pricing),
    countryList({ pricing, ownPricing }, asked("toCountry")),
  ]);
  if (boxes.length === 0 || countries.note) context?.forNow?.();
  return json({
    boxes,
    choices,
    countries,
    values: Object.fromEntries(
      ["fromPostal", "toPostal", "selectedBoxId", "pickupPostal", "toCountry"].map((name) => [name, asked(name)]),
    ),
    check,
    answer,
    price:
      check === "price" && answer?.ok
        ? await quickPrice({ pricing, read: store.read }, answer.lead, asked("selectedBoxId"), new Date())
        : null,
    wizardHref: answer?.ok ? `${wizardStart}?${new URLSearchParams(answer.lead)}` : wizardStart,
  });
}

type Check = "local" | "international" | "price";

/** Which of the checks an address asks for; the home page's form names none. */
function checkOf(query: URLSearchParams): Check | null {
  const check = query.get("check");
  if (check === "local" || check === "international" || check === "price") return check;
  if (query.has("pickupPostal")) return "international";
  return query.has("fromPostal") ? "price" : null;
}

export default function ShipInformation() {
  const { boxes, choices, countries, values, check, answer, price, wizardHref } = useLoaderData<typeof loader>();
  const stateOf = (...checks: Check[]): FormState =>
    check && checks.includes(check) && answer && !answer.ok
      ? { values, errors: answer.field ? { [answer.field]: [answer.message] } : {} }
      : { values, errors: {} };
  return (
    <>
      <h1>Send a parcel</h1>
      {/* On top, because no form leads further down: w3m sends nothing of a form whose address has a "#". */}
      {answer ? <CoverageNotice answer={answer} price={price} wizardHref={wizardHref} /> : null}
      <p>No account needed: two addresses, a parcel, a price, then pay by card. About three minutes.</p>
      <ButtonRow>
        <ButtonLink href={wizardStart}>Send a parcel</ButtonLink>
        <ButtonLink plain href={paths.login}>
          Login or Create Account
        </ButtonLink>
      </ButtonRow>

      <section className="card" id="local" aria-labelledby="local-heading">
        <h2 id="local-heading">Do we come to you, and what does it cost?</h2>
        <form method="get" action={paths.ship} noValidate className="form">
          <TextField
            name="fromPostal"
            label="From postal code"
            state={stateOf("local", "price")}
            inputMode="numeric"
            width="short"
            autoComplete="postal-code"
          />
          <TextField
            name="toPostal"
            label="To postal code"
            state={stateOf("local", "price")}
            inputMode="numeric"
            width="short"
          />
          <SelectField
            name="selectedBoxId"
            label="Box"
            state={stateOf("price")}
            choices={choices.map((box) => ({ value: box.id, text: box.name }))}
          />
          <ButtonRow>
            <Button name="check" value="local">
              Check local coverage
            </Button>
            <Button plain name="check" value="price">
              Get a price
            </Button>
          </ButtonRow>
        </form>
      </section>

      <section className="card" id="international" aria-labelledby="international-heading">
        <h2 id="international-heading">Sending to another country?</h2>
        <form method="get" action={paths.ship} noValidate className="form">
          <TextField
            name="pickupPostal"
            label="Pickup postal code"
            state={stateOf("international")}
            inputMode="numeric"
            width="short"
            autoComplete="postal-code"
          />
          <SelectField
            name="toCountry"
            label="Destination country"
            state={stateOf("international")}
            choices={countries.names}
            hint={countries.note ?? undefined}
            placeholder="Choose a country"
            search={COUNTRY_SEARCH}
          />
          <ButtonRow>
            <Button name="check" value="international">
              Check international coverage
            </Button>
          </ButtonRow>
        </form>
      </section>

      <section aria-labelledby="boxes-heading">
        <h2 id="boxes-heading">Our boxes</h2>
        <BoxTable boxes={boxes} />
      </section>
    </>
  );
}
