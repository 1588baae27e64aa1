import { brand } from "#app/brand";
import { languageTag } from "#app/language/language";
import { paths } from "#app/paths";

export const handle = { cached: true };

/** For "Add to home screen". */
export function loader() {
  const manifest = {
    name: brand.name,
    short_name: brand.shortName,
    description: brand.tagline,
    start_url: paths.home,
    display: "minimal-ui",
    background_color: brand.colours.light.paper,
    theme_color: brand.colours.light.board,
    lang: languageTag(),
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=86400" },
  });
}
