import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { ANSWERS_KEPT_DAYS } from "#app/domain/api-keys/once.server";
import { problemNames, problems } from "#app/domain/api-keys/problems";
import { curlByKey } from "#app/domain/bookings/curl-by-key";
import { exampleBooking } from "#app/domain/bookings/openapi-bookings";
import { contractExamples } from "#app/domain/pricing-api/contract-examples";
import type { PricingService } from "#app/domain/pricing-api/pricing-service";
import { vatNamesLeftOut } from "#app/domain/pricing-api/without-vat";
import { TERMS_VERSION } from "#app/domain/quotes/terms-version";
import { randFromCents } from "#app/domain/values/money";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";
import type { loader as rootLoader } from "#app/root";
import { ApiChanges, BookingByApi, Calls, ErrorsByKey, OtherShops } from "#app/ui/developers/api-pages";
import { pageMeta } from "#app/ui/shell/page-meta";

export const handle = { cached: true };
export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "The API for your shop",
    description: "Courier prices, bookings, labels and tracking for your shop's own program. Prices need no key.",
    path: paths.developers,
    origin: matches.find((match) => match.id === "root")?.data?.origin,
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const { apiRequestsPerMinute, registration } = settings();
  const { ownPricing } = await company();
  const namesVat = registration.vatNumber !== "none";
  const home = siteAddress(request);
  const { pcode, country, local, international } = contractExamples;
  return json({
    calls: [
      {
        title: "The boxes",
        words: "A list of boxes. A quote needs a box's id. Send If-None-Match to get 304 when nothing has changed.",
        curl: `curl ${home}/v1/boxes`,
      },
      {
        title: "Coverage",
        words: "200 with city and pcode, or 404 where we don't deliver.",
        curl: `curl '${home}/v1/coverage?pcode=${pcode}'`,
      },
      {
        title: "Countries",
        words:
          "q is part of a name. Leave it out for all countries. limit is 1 to 300, usually 15, 20 or 50. The best match comes first.",
        curl: `curl '${home}/v1/countries?q=${country}&limit=15'`,
      },
      {
        title: "A local price",
        words: `quantity is 1 to 100, and 1 if you leave it out.${namesVat ? " applyVat is true if you leave it out." : ""}`,
        curl: posting(`${home}/v1/quote/local`, namesVat ? local : vatNamesLeftOut(local)),
      },
      {
        title: "An international price",
        words: "toCountry is a name from the list of countries.",
        curl: posting(`${home}/v1/quote/international`, namesVat ? international : vatNamesLeftOut(international)),
      },
      { title: "Health check", words: "200 when prices are available, otherwise 503.", curl: `curl ${home}/health` },
    ],
    byKey: curlByKey(home, await exampleTotal(ownPricing), TERMS_VERSION),
    problems: problemNames.map((name) => ({ name, ...problems[name] })),
    answersKeptDays: ANSWERS_KEPT_DAYS,
    apiRequestsPerMinute,
  });
}

export default function Developers() {
  const { calls, byKey, problems, answersKeptDays, apiRequestsPerMinute } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>The API for your shop</h1>
      <p>
        Your shop's own program can show our prices, book, and follow parcels, with JSON in and out. Amounts are numbers
        in rand. The OpenAPI 3.1 description is at <a href={paths.openapi}>{paths.openapi}</a>; programs that write
        clients take it.
      </p>
      <h2>Prices</h2>
      <p>
        There are six calls. You need no key. Call them from a server or from your shop's page (CORS is open).{" "}
        <code>formatted</code> has the amounts as text.
      </p>
      <Calls calls={calls} />
      <section>
        <h3>What a price says</h3>
        <p>
          <code>pricing.totals.grandTotal</code> is what the customer pays. <code>pricing.perUnit</code> is the price of
          one parcel, in parts. base is the sender's zone rate plus the receiver's. linehaul is added when the regions
          differ. pickupLocal and intlBase are for a parcel that goes abroad. fuel and packaging come on top.{" "}
          <code>meta</code> says what was priced, from where to where. A quote books nothing. Prices change, so don't
          keep one for longer than a checkout takes.
        </p>
      </section>
      <section>
        <h3>Errors of these six</h3>
        <p>
          Every error is{" "}
          <code>{`{"ok": false, "error": "in words for a person", "field": "the one to put right"}`}</code>; field is
          there when one field is wrong.
        </p>
        <ul>
          <li>400: a field or parameter is wrong.</li>
          <li>404: we don't serve that postal code, or the address is wrong.</li>
          <li>405, 413, 415: wrong method, more than 64 KB, or not application/json.</li>
          <li>422: we understood you, but there is no instant price. Offer the customer another way.</li>
          <li>
            429: more than {apiRequestsPerMinute} requests in a minute from one network (an IPv4 address, or an IPv6
            /64). Retry after the seconds in Retry-After.
          </li>
          <li>503: something is down on our side. Retry after the seconds in Retry-After.</li>
        </ul>
      </section>
      <section>
        <h3>Safe retries of a quote</h3>
        <p>
          Send your own <code>Idempotency-Key</code> with a quote, for example the order's number. The same key and body
          get the same answer for an hour, with the header <code>Idempotency-Replayed: true</code>. We keep the key in
          memory, for your address only. The same key with another body gets 422.
        </p>
      </section>
      <BookingByApi calls={byKey} answersKeptDays={answersKeptDays} perMinute={apiRequestsPerMinute} />
      <ErrorsByKey problems={problems} />
      <OtherShops />
      <ApiChanges />
    </>
  );
}

/** What the example of a booking costs today, so that its command works when it is pasted. */
async function exampleTotal(pricing: PricingService): Promise<number> {
  const { from, to, parcel } = exampleBooking;
  const { quantity, boxId: selectedBoxId } = parcel;
  const price = await pricing.quoteLocal({
    ...{ fromPostal: from.postal, toPostal: to.postal, quantity, selectedBoxId, applyVat: true },
  });
  return price.ok ? randFromCents(price.cents.totals.grandTotal) : exampleBooking.agreedTotal;
}

/** A command that works when it is pasted. */
function posting(address: string, body: unknown): string {
  return `curl ${address} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
