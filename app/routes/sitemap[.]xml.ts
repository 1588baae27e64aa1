import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";

/** The pages for search engines. */
const publicPages = [
  paths.home,
  paths.ship,
  paths.track,
  paths.join,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.business,
  paths.developers,
];

export const handle = { cached: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const home = siteAddress(request, context.settings);
  const entries = publicPages.map((path) => `<url><loc>${new URL(path, home).href}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
