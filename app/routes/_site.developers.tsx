import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settings } from "#app/config.server";
import { contractExamples } from "#app/domain/pricing/contract-examples";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";
import type { loader as rootLoader } from "#app/root";
import { pageMeta } from "#app/ui/shell/page-meta";

export const handle = { cached: true };
export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Prices for your shop: the API",
    description:
      "Boxes, coverage and courier prices for Shopify, WooCommerce, OpenCart and your own system. No key needed.",
    path: paths.developers,
    origin: matches.find((match) => match.id === "root")?.data?.origin,
  });

export function loader({ request }: LoaderFunctionArgs) {
  const { apiRequestsPerMinute } = settings();
  const home = siteAddress(request);
  const { pcode, country, local, international } = contractExamples;
  return json({
    calls: [
      {
        title: "The boxes",
        words: "A list. You need a box's id for a quote. Ask with If-None-Match and get 304 while nothing has changed.",
        curl: `curl ${home}/v1/boxes`,
      },
      {
        title: "Do you go there?",
        words: "200 with city and pcode, or 404 when we don't.",
        curl: `curl '${home}/v1/coverage?pcode=${pcode}'`,
      },
      {
        title: "Countries",
        words: "q is part of a name, left out for all; limit is 1 to 300, usually 15, 20 or 50. Best match first.",
        curl: `curl '${home}/v1/countries?q=${country}&limit=15'`,
      },
      {
        title: "A local price",
        words: "quantity is 1 and applyVat true if you leave them out.",
        curl: posting(`${home}/v1/quote/local`, local),
      },
      {
        title: "An international price",
        words: "toCountry is a name from the list of countries.",
        curl: posting(`${home}/v1/quote/international`, international),
      },
      { title: "Are you there?", words: "200 while prices can be had, else 503.", curl: `curl ${home}/health` },
    ],
    apiRequestsPerMinute,
  });
}

export default function Developers() {
  const { calls, apiRequestsPerMinute } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Prices for your shop</h1>
      <p>
        Six calls, JSON in and out, no key, from a server or from a shop's page (CORS is open). Amounts are rand as
        numbers, and the same amounts as text under <code>formatted</code>. A program can read all of this at{" "}
        <a href={paths.openapi}>{paths.openapi}</a> (OpenAPI 3.1).
      </p>
      {calls.map(({ title, words, curl }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{words}</p>
          <pre>
            <code>{curl}</code>
          </pre>
        </section>
      ))}
      <section>
        <h2>What a price says</h2>
        <p>
          <code>pricing.totals.grandTotal</code> is what the customer pays. <code>pricing.perUnit</code> takes one
          parcel apart: base (sender zone + receiver zone), linehaul when the regions differ, pickupLocal and intlBase
          for a parcel that goes abroad, fuel and packaging. <code>meta</code> says what was priced, from where to
          where. Nothing is booked by a quote. Prices change: don't keep one for longer than a checkout takes.
        </p>
      </section>
      <section>
        <h2>When there is no answer</h2>
        <p>
          Every refusal is{" "}
          <code>{`{"ok": false, "error": "in words for a person", "field": "the one to put right"}`}</code>; field is
          there when one is to blame.
        </p>
        <ul>
          <li>400: a field or parameter is wrong.</li>
          <li>404: we don't serve that postal code, or there is nothing at that address.</li>
          <li>405, 413, 415: the wrong method, more than 64 KB, or not application/json.</li>
          <li>422: understood, but there is no instant price; offer the customer another way.</li>
          <li>
            429: more than {apiRequestsPerMinute} requests in a minute from one network (an IPv4 address, or an IPv6
            /64). Wait as many seconds as Retry-After says.
          </li>
          <li>503: something is down on our side. Try again after Retry-After.</li>
        </ul>
      </section>
      <section>
        <h2>Trying again is safe</h2>
        <p>
          Send an <code>Idempotency-Key</code> of your own with a quote, for example the order's number: the same key
          and body get the same answer for an hour, marked <code>Idempotency-Replayed: true</code>. The key is kept in
          memory and for your address only. The same key with another body is refused with 422.
        </p>
      </section>
    </>
  );
}

/** One line that works when it is pasted. */
function posting(address: string, body: object): string {
  return `curl ${address} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
