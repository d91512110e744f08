/** Phrases of a field that separates them by 、, by commas, or by line breaks. */
export const splitListOfPhrases = (written: string | null | undefined): string[] =>
  (written ?? '')
    .split(/[、，,;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
