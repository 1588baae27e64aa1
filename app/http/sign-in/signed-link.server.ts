import { settings } from "#app/config.server";
import { isKeyTo, keyFor, linkKeyOf } from "#app/domain/values/signed-link.server";

/** Whether this request came by a link that we signed (`?key=`). `path` is the address without the key. */
export function cameBySignedLink(request: Request, path: string): boolean {
  const key = new URL(request.url).searchParams.get("key");
  return key !== null && isKeyTo(path, key, settings().sessionSecrets.map(linkKeyOf));
}

/** The key that opens this address for everybody who has it. */
export function keyTo(path: string): string {
  const [secret = ""] = settings().sessionSecrets;
  return keyFor(linkKeyOf(secret), path);
}
