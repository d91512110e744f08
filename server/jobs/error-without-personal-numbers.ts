const maxLength = 500;

/** The reason of a failure for administrators of the platform, without numbers that may be personal. */
export const errorWithoutPersonalNumbers = (error: unknown): string =>
  removePersonalNumbers(error instanceof Error ? error.message : String(error));

/** Removes mobile and ID numbers, which also occur in messages of libraries. */
export const removePersonalNumbers = (message: string): string =>
  message.slice(0, maxLength).replaceAll(/\d{11,}[Xx]?/g, '[…]');
