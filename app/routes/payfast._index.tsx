/** The payment's pages have addresses of their own; nothing lives above them. */
export function loader(): never {
  throw new Response("Not Found", { status: 404 });
}

export default function Nothing() {
  return null;
}
