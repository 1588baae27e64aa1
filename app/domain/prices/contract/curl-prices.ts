import { contractExamples } from "./contract-examples";
import { vatNamesLeftOut } from "./without-vat";

/** Each call that needs no key as a command that works when it is pasted. A test runs them. */
export function curlPrices(home: string, namesVat: boolean) {
  const { pcode, country, local, international } = contractExamples;
  return [
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
  ];
}

function posting(address: string, body: unknown): string {
  return `curl ${address} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
