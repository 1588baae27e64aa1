import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inOurName } from "#app/brand";
import type { Config } from "#app/config.server";
import { zipOf } from "#app/domain/values/zip.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** Stands in plug-ins for the address of the site that they are downloaded from. */
const SITE = "https://thuma.example";
/** Pictures stay as they are. */
const TEXT = /\.(?:php|md|json|twig|txt)$/;

/**
 * The zip of a shop's plug-in: its own folder and what all of them share, in the brand's name and with this site's address.
 * @param zip its folder in `plugins/`, the folder at the zip's top (blank: none), and the zip's own name
 */
export function plugInZip(request: Request, settings: Config, zip: { of: string; top: string; name: string }) {
  const origin = siteAddress(request, settings);
  const files = [
    ...filesIn(`plugins/${zip.of}`).map((file) => ({ file, name: file })),
    ...filesIn("plugins/shared").map((file) => ({
      file: path.join("../shared", file),
      name: path.join("shared", file),
    })),
  ];
  const content = zipOf(
    files
      .map(({ file, name }) => ({
        name: path.join(zip.top, name),
        content: withAddress(readFileSync(path.resolve("plugins", zip.of, file)), name, origin),
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  );
  return new Response(new Uint8Array(content), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${zip.name}"`,
      "Cache-Control": "public, max-age=300",
    },
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

/** The gate takes no host with an apostrophe, and an origin has no backslash: it is safe between PHP's quotes. */
function withAddress(content: Buffer, name: string, origin: string): Buffer {
  if (!TEXT.test(name)) return content;
  return Buffer.from(inOurName(content.toString("utf8")).replaceAll(SITE, () => origin));
}
