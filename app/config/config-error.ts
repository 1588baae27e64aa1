/** A setting that is wrong; its message is one clear line for whoever starts the site. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** What the system said. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
