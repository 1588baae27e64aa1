export const answers: Record<string, string>;
export const wrongAnswers: Record<string, string>;
