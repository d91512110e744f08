import type { Text } from '#kernel/text/text.ts';

/**
 * Something outside the program prevents its start. The message is for the person at the terminal, not a developer: one
 * sentence, without a stack; the exit code is 1.
 */
export class StartupError extends Error {
  readonly text: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(`${text['zh-cn']} ${text.en}`, options);
    this.name = 'StartupError';
    this.text = text;
  }
}
