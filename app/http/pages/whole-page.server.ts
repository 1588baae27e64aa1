/**
 * A page that is complete. Our own server takes its text from here: read from the answer's body, it would be encoded into a
 * stream and copied out of it again.
 */
export function wholePage(html: string, init: ResponseInit): Response {
  const answer = new Response(html, init);
  texts.set(answer, html);
  return answer;
}

const texts = new WeakMap<Response, string>();

/** The text of a complete page; undefined for any other answer. */
export function textOfPage(answer: Response): string | undefined {
  return texts.get(answer);
}
