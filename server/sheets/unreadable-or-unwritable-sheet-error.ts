import type { Text } from '#kernel/text/text.ts';
import { Refused } from '#server/refusal.ts';

/** A sheet that cannot be written or read, with the reason for the user in both languages. */
export class SheetError extends Refused {
  constructor(reason: Text, options: ErrorOptions = {}) {
    super(reason, { data: { reason: 'parameter' } });
    this.name = 'SheetError';
    if (options.cause !== undefined) this.cause = options.cause;
  }
}
