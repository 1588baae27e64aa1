/** A wrong setting. The message is one clear line for whoever starts the site. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The system's error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
