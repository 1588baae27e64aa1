import type { LoaderFunction, MetaArgs, MetaDescriptor, MetaFunction, SerializeFrom } from "@remix-run/node";
import { brand } from "#app/brand";

const SOCIAL_CARD = { path: "/social-card.png", width: "1200", height: "630" };

/** What a public page's metadata takes from the root's loader: `https://…`. */
export type SiteShown = { origin: string };

/** The site's address; undefined on an error page, for which the root's loader may not have run. */
export function originIn(matches: MetaArgs["matches"]): string | undefined {
  const root = matches.find(({ id }) => id === "root")?.data as SiteShown | undefined;
  return root?.origin;
}

/** A public page's metadata for browsers, search engines and link previews. An error page's has no addresses. */
export function pageMeta(
  matches: MetaArgs["matches"],
  page: { title: string; description: string; path: string },
): MetaDescriptor[] {
  const { description, path } = page;
  const origin = originIn(matches);
  const title = page.title.includes(brand.shortName) ? page.title : `${page.title} · ${brand.name}`;
  const addresses = origin
    ? [
        { tagName: "link", rel: "canonical", href: origin + path },
        { property: "og:url", content: origin + path },
        { property: "og:image", content: origin + SOCIAL_CARD.path },
        { property: "og:image:width", content: SOCIAL_CARD.width },
        { property: "og:image:height", content: SOCIAL_CARD.height },
        { property: "og:image:alt", content: `${brand.name}: ${brand.tagline}` },
      ]
    : [];
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    ...addresses,
  ];
}

/** The metadata of a page that search engines shouldn't list: wizard steps, payments, accounts. */
export function privatePageMeta(title: string): MetaDescriptor[] {
  return [
    { title: `${title} · ${brand.name}` },
    { name: "description", content: title },
    { name: "robots", content: "noindex" },
  ];
}

/** The metadata of a private page whose title is in what its loader gives. If the loader fails, only the root's metadata is asked for. */
export function privateMetaOf<Loader extends LoaderFunction>(
  titleOf: (data: SerializeFrom<Loader>) => string,
): MetaFunction<Loader> {
  return ({ data }) => privatePageMeta(titleOf(data as SerializeFrom<Loader>));
}
