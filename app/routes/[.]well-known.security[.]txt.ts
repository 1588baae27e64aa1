import type { LoaderFunctionArgs } from "@remix-run/node";
import { contact } from "#app/contact";
import { DAYS } from "#app/durations";
import { paths } from "#app/paths";

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_MS = 180 * DAYS;

/** How to report a vulnerability, at the address that RFC 9116 defines. */
export function loader({ context }: LoaderFunctionArgs) {
  const { appUrl } = context.settings;
  const today = Math.floor(Date.now() / DAYS) * DAYS;
  const lines = [
    `Contact: mailto:${contact().email.security}`,
    `Expires: ${new Date(today + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    // The RFC only allows https.
    ...(appUrl.startsWith("https:") ? [`Canonical: ${appUrl}${paths.securityTxt}`] : []),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
