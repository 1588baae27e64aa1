import type { LoaderFunctionArgs } from "@remix-run/node";
import { bookedList } from "#app/domain/bookings/booked-list.server";
import { allowReading } from "#app/http/limits/rate-limit.server";
import { asFile, notAnotherFile } from "#app/http/pages/as-file.server";
import { inPieces } from "#app/http/pages/in-pieces.server";
import { requireUser } from "#app/http/sign-in/require-user.server";

/** All bookings of the signed-in user as a list for `/dashboard/import`, read as it is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireUser(request, context);
  const allowance = await allowReading(context, new Date(), ["listDownloads", account.uid]);
  if (!allowance.ok) return notAnotherFile(allowance.why);
  const bytes = inPieces(bookedList(context.services.store.read, allowance.asked, account));
  return asFile({ bytes, type: "text/csv; charset=utf-8", name: "bookings.csv", isSaved: true });
}
