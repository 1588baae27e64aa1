/** In place of `@remix-run/node`: data stays data. To write and to read it is the framework's work. */

export function json(data: unknown, init: ResponseInit): { data: unknown } & ResponseInit {
  return { data, ...init };
}

/** The code between a step and its answer asks for a `Response`, and for its headers. */
export function redirect(href: string, { status, headers: others }: ResponseInit): Response {
  const headers = new Headers(others);
  headers.set("Location", href);
  return new Response(null, { status, headers });
}
