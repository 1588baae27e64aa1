import type { AppLoadContext } from "@remix-run/node";
import { type PrivateAnswer, tooBusy } from "#app/http/pages/private-page.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { log } from "#app/log.server";
import { isCommitLost, isUnwritable } from "#db/store-error";

/** A lock held by staff, or a full disk, seldom ends sooner. */
export const TRY_AGAIN_S = 30;

/**
 * Answers a form with 503 and the page as it was sent, if the database can't be written because it is locked or its
 * disk is full. Other errors are thrown.
 * @param write all of the action that may write
 * @param refuse makes the answer: the form as it was typed, these words and this status
 */
export async function unlessUnwritable<Answer, Refusal>(
  write: () => Promise<Answer>,
  refuse: (words: string, how: PrivateAnswer) => Refusal,
): Promise<Answer | Refusal> {
  try {
    return await write();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    log.error({ err: error }, "a form could not be saved");
    const { perhapsSaved, cantSave } = catalogue().forms;
    return refuse(plainText(isCommitLost(error) ? perhapsSaved : cantSave), tooBusy(TRY_AGAIN_S));
  }
}

/** Leaves out what can wait, or a page can do without, if the database is locked or away. Other errors are thrown. */
export async function ifWritable<Done>(work: () => Promise<Done>): Promise<Done | undefined> {
  return work().catch((error: unknown) => {
    if (!isUnwritable(error)) throw error;
    return undefined;
  });
}

/** Marks a request that failed because nothing could be written, so that its error page says so with a 503. */
export function markUnwritable(error: unknown, context: Pick<AppLoadContext, "isUnwritable" | "mayBeSaved">): void {
  if (isUnwritable(error)) context.isUnwritable = true;
  if (isCommitLost(error)) context.mayBeSaved = true;
}
