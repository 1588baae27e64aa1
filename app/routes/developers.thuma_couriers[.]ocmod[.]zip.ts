import type { LoaderFunctionArgs } from "@remix-run/node";
import { plugInZip } from "#app/http/pages/plug-in-zip.server";

/** GET: the OpenCart extension. OpenCart takes the extension's code from the zip's name. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return plugInZip(request, context.settings, { of: "opencart", top: "", name: "thuma_couriers.ocmod.zip" });
}
