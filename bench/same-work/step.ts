/**
 * The work of our first step, for another framework to do: its own loader and action, whole, on the site's own database,
 * without Remix. `SITE_DATA` is the site's data folder.
 */
import { settings, takeSettings } from "#app/config.server";
import { action, loader } from "#app/routes/wizard.addresses/route";
import type { Services } from "#app/services.server";
import { services } from "./services";

takeSettings({ DATA_DIR: process.env.SITE_DATA });

type Asked = Pick<Request, "method" | "url"> & { headers: Pick<Headers, "get"> };
type Posted = Asked & Pick<Request, "formData">;

/** What `json` of `without-remix.ts` leaves of an answer. */
type Page = { data: Shown };
type Shown = {
  values: Record<string, string>;
  keys: Record<string, string>;
  trip: { from: string; to: string; delivery: string | null } | null;
  errors: Record<string, string[]>;
};

/** What the step's page shows. `keys`: the form's hidden fields, none without a draft. */
export async function show(asked: Asked): Promise<Pick<Shown, "values" | "keys" | "trip">> {
  const { values, keys, trip } = ((await loader(await argumentsOf(asked))) as unknown as Page).data;
  return { values, keys: keys.draft ? keys : {}, trip };
}

/** What comes of a posted form: where it leads, with the cookies to set, or what is wrong with it. */
export async function take(posted: Posted) {
  const answer: unknown = await action(await argumentsOf(posted));
  if (!(answer instanceof Response)) {
    const { values, errors } = (answer as Page).data;
    return { isTaken: false, values, errors } as const;
  }
  const href = answer.headers.get("Location");
  if (!href) throw new Error(`the step answered ${answer.status}, which no peer draws`);
  return { isTaken: true, href, cookies: answer.headers.getSetCookie().map(nameAndValue) } as const;
}

async function argumentsOf(asked: Asked) {
  const context = { services: (await services()) as Services, settings: settings() };
  return { request: asked as Request, params: {}, context };
}

/** Of a `Set-Cookie` line. The framework writes its own line, with the attributes that a draft has everywhere. */
function nameAndValue(line: string): { name: string; value: string } {
  const [pair = ""] = line.split(";", 1);
  const at = pair.indexOf("=");
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
}
