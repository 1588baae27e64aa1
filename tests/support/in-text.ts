import { plainText } from "#app/language/plain-text";
import type { Words } from "#app/language/say";

/** A room's answer, with its refusal as a terminal says it. */
export async function inText<Answer extends object>(answering: Promise<Answer>): Promise<Answer> {
  const answer: Answer & { why?: Words } = await answering;
  return answer.why === undefined ? answer : { ...answer, why: plainText(answer.why) };
}
