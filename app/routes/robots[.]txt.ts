import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteAddress } from "#app/http/pages/site-address.server";
import { journeys } from "#app/http/wizard/journey";

/** What search engines shouldn't fetch: personal pages, and pages that only make sense once. */
const privatePlaces = [
  // The public wizard's first address is in the sitemap.
  ...Object.values(journeys).map(({ access, basePath }) => (access === "public" ? `${basePath}/` : basePath)),
  "/dashboard",
  "/account",
  "/login",
  "/verify",
  "/action",
  "/payfast/",
  "/demo",
  "/tracking",
  "/trackpro",
  "/waybill/",
  "/v1/",
];

export const handle = { cached: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    ...privatePlaces.map((place) => `Disallow: ${place}`),
    "",
    `Sitemap: ${siteAddress(request, context.settings)}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
