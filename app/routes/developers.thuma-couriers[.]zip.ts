import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { zipOf } from "#app/domain/values/zip.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** The folder that WordPress installs. */
const TOP = "thuma-couriers";
/** The line of the plug-in that names this site. */
const SITE_LINE = /^const SITE = '[^']*';$/m;

/** GET: the WooCommerce plug-in, with this site's address in it. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const folder = path.resolve("plugins/woocommerce");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .toSorted();
  const zip = zipOf(
    files.map((name) => ({
      name: `${TOP}/${name}`,
      content: withAddress(path.join(folder, name), siteAddress(request, context.settings)),
    })),
  );
  return new Response(new Uint8Array(zip), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${TOP}.zip"`,
      "Cache-Control": "public, max-age=300",
    },
  });
}

/** The gate takes no host with an apostrophe, and an origin has no backslash: it is safe between PHP's quotes. */
function withAddress(file: string, origin: string): Buffer {
  const content = readFileSync(file);
  if (path.basename(file) !== `${TOP}.php`) return content;
  return Buffer.from(content.toString("utf8").replace(SITE_LINE, () => `const SITE = '${origin}';`));
}
