import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { officePage } from "#app/http/office/office-answer.server";
import { requireOffice } from "#app/http/office/office-guard.server";
import { onward } from "#app/http/pages/private-page.server";
import { officePaths } from "#app/paths";
import { officeDesk } from "#app/staff/office/office-desk.server";
import { pageOfNumber } from "#app/staff/office/one-page.server";
import { OfficeShell } from "#app/ui/office/office-shell";
import { One } from "#app/ui/office/one-page";
import { privateMetaOf } from "#app/ui/shell/page-meta";

export const meta = privateMetaOf<typeof loader>(({ page }) => page.title);

/**
 * A parcel, quote or application, by any of our numbers. Anything else leads to the search, which has the words in its
 * query: paths are in logs.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const desk = officeDesk(context, person, new Date());
  const typed = params.number ?? "";
  try {
    const found = await pageOfNumber(typed, desk);
    if (!found) return onward(officePaths.find(typed));
    if ("leadsTo" in found) return onward(found.leadsTo);
    const shown = { page: found.page, token: person.formToken };
    return officePage(person, { what: "looked at", ...found.look }, shown, desk.now);
  } finally {
    desk.views.close();
  }
}

export default function OfficeNumber() {
  const { page, token } = useLoaderData<typeof loader>();
  return (
    <OfficeShell path={useLocation().pathname}>
      <One page={page} token={token} />
    </OfficeShell>
  );
}
