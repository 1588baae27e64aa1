import type { LoaderFunctionArgs } from "@remix-run/node";
import { plugInZip } from "#app/http/pages/plug-in-zip.server";

/** GET: the WooCommerce plug-in, in the folder that WordPress installs. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return plugInZip(request, context.settings, { of: "woocommerce", top: "thuma-couriers", name: "thuma-couriers.zip" });
}
