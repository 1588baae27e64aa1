import content from "../shared/content.json";

export const { brand, places, home, ship, example, boxes, countries, parties } = content;

export const origin = process.env.APP_URL ?? "http://localhost:3000";

/** What a public page tells search engines and whoever shares its link. */
export function publicMetadata({ title, description, path }) {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      type: "website",
      siteName: brand.name,
      title: title.absolute ?? `${title} · ${brand.name}`,
      description,
      url: path,
      images: [{ url: "/social-card.png", width: 1200, height: 630, alt: `${brand.name}: ${brand.tagline}` }],
    },
    twitter: { card: "summary_large_image" },
  };
}
