/** A database that this code must not open; its message is one clear line for whoever starts the site. */
export class StoreError extends Error {
  override name = "StoreError";
}
