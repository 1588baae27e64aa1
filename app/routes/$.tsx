import { NotFoundPage } from "#app/ui/shell/error-page";

/** Any address without a route. Throws, so that the status is 404 and the root's error boundary renders the page. */
export function loader() {
  throw new Response("Not Found", { status: 404 });
}

export default NotFoundPage;
