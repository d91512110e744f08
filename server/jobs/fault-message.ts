const longest = 500;

/** Why work failed, for those who run the platform: without numbers that may be somebody's. */
export const faultMessage = (error: unknown): string =>
  withoutNumbers(error instanceof Error ? error.message : String(error));

/** Mobile and ID numbers stand in messages of libraries too. */
export const withoutNumbers = (message: string): string => message.slice(0, longest).replaceAll(/\d{11,}[Xx]?/g, '[…]');
