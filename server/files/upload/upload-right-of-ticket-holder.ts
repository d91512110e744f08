import type { OneTimeTicket } from '#server/auth/one-time-ticket.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';

/** What people without an account may upload with a ticket: private files under a topic of their own. */
export interface UploadRight {
  readonly topic: string;
  /** Allowed types, `jpg,png,pdf`. */
  readonly accept: string;
}

type ReadRight = (engine: Engine, secret: string) => Promise<UploadRight | undefined>;

const readers: ReadRight[] = [];
let refused: (() => Refused) | undefined;

/** Declares that the holders of a ticket may upload files in pieces (`X-Upload-Ticket`). */
export function allowUploadsByTicketHolders<C extends object>(
  ticket: OneTimeTicket<C>,
  rightOf: (engine: Engine, content: C) => UploadRight,
): void {
  refused ??= () => ticket.refused();
  readers.push(async (engine, secret) => {
    const valid = await ticket.read(engine.db, secret);
    return valid && rightOf(engine, valid.content);
  });
}

/** What the holder of this ticket may upload; refused if it is not valid. */
export async function readUploadRight(engine: Engine, secret: string): Promise<UploadRight> {
  for (const read of readers) {
    const right = await read(engine, secret);
    if (right) return right;
  }
  throw refused?.() ?? new Refused({ 'zh-cn': '凭据无效', en: 'The ticket is not valid' });
}
