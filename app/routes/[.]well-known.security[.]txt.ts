import { brand } from "#app/brand";
import { settings } from "#app/config.server";
import { DAYS } from "#app/durations";
import { paths } from "#app/paths";

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_MS = 180 * DAYS;

/** Whom to tell about a hole in the site, where those who look for one expect it (RFC 9116). */
export function loader() {
  const { appUrl } = settings();
  const today = Math.floor(Date.now() / DAYS) * DAYS;
  const lines = [
    `Contact: mailto:${brand.email.security}`,
    `Expires: ${new Date(today + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    // The RFC allows https alone.
    ...(appUrl.startsWith("https:") ? [`Canonical: ${appUrl}${paths.securityTxt}`] : []),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
