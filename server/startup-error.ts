import type { Text } from '#kernel/text/text.ts';

/**
 * Something outside the program keeps it from starting: the reader is the person at the terminal, not a developer.
 * Shown as one sentence without a stack; the process ends with exit code 1.
 */
export class StartupError extends Error {
  readonly text: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(`${text['zh-cn']} ${text.en}`, options);
    this.name = 'StartupError';
    this.text = text;
  }
}
