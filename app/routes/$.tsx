import { NotFoundPage } from "#app/ui/shell/error-page";

/** Any address that no route knows. Thrown, so that the status is 404 and the root's boundary draws the page. */
export function loader() {
  throw new Response("Not Found", { status: 404 });
}

export default NotFoundPage;
