import type { Config } from "#app/config.server";
import { type ProblemAnswer, type ProblemName, problems } from "#app/domain/accounts/problems";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";

/** Refuses a call by key, as RFC 9457 asks. `type` is the part of our page that explains the problem. */
export function problem(request: Request, settings: Config, refused: ProblemAnswer): Response {
  const { detail, errors, headers, more } = refused;
  const body = {
    ...aboutProblem(siteAddress(request, settings), refused.refused),
    detail,
    ...(errors && { errors }),
    ...more,
  };
  return new Response(JSON.stringify(body), {
    status: problems[refused.refused].status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
  });
}

/** The members that every problem of one kind has. */
export function aboutProblem(origin: string, name: ProblemName) {
  const { title, status } = problems[name];
  return { type: `${origin}${paths.developers}#${name}`, title, status };
}

/** A refusal that was thrown from inside a call. */
export class ProblemError extends Error {
  constructor(readonly refused: ProblemAnswer) {
    super(refused.detail);
  }
}
