import { cleanText } from '#kernel/kind/kind.ts';
import { type Fault, faults } from '#kernel/message/message-fault.ts';

/** What another server said, as it is kept. */
export const oneLine = (reply: string): string => cleanText(reply.replaceAll(/\s+/g, ' ')).slice(0, 300);

/** A message that was not taken by whoever was to carry it: why, and what they said. */
export class Undelivered extends Error {
  readonly fault: Fault;
  /** Another try would go the same way. */
  readonly final: boolean;
  /** What the other side answered, in one line; empty: nothing. */
  readonly response: string;

  constructor(
    fault: Fault,
    { final = false, statuses: response = '', cause }: { final?: boolean; statuses?: string; cause?: unknown } = {},
  ) {
    super(faults[fault].en, { cause });
    this.name = 'Undelivered';
    this.fault = fault;
    this.final = final;
    this.response = oneLine(response);
  }
}
