import type { DrawCommitment, DrawnObject } from '#kernel/random-draw/draw-record-types.ts';
import { parseDrawRecord } from '#kernel/random-draw/parse-and-validate-draw-record-json.ts';
import { sm3 } from '#kernel/random-draw/sm3.ts';
import { type DrawCheckResult, drawnPair, verifyDraw } from '#kernel/random-draw/verify-draw.ts';

/** A record to verify: where it is published, or a file of the visitor's own. */
export type DrawSource = { readonly address: string } | { readonly file: Blob };

/** What the page shows of a drawn object. */
export interface VerifiedObject extends DrawnObject {
  /** Whether object and officers are those that follow from lists and seeds. */
  readonly matches: boolean;
}

export type DrawVerificationMessage =
  | { readonly kind: 'read'; readonly commitment: DrawCommitment }
  | { readonly kind: 'step'; readonly step: DrawCheckResult }
  | { readonly kind: 'done'; readonly results: readonly VerifiedObject[] }
  /** The server refused to give the record, in its words; none if it could not be reached. */
  | { readonly kind: 'refused'; readonly message?: string }
  /** No record of a draw: no JSON (without a place), or wrong at that place. */
  | { readonly kind: 'unreadable'; readonly fault?: string };

/** Fetches, parses and verifies in this thread, as a record may have a hundred thousand objects. */
async function verify(source: DrawSource): Promise<void> {
  const written = await readSource(source);
  if (written === undefined) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(written);
  } catch {
    return postToPage({ kind: 'unreadable' });
  }
  const refusal = 'address' in source && refusalOf(parsed);
  if (refusal) return postToPage({ kind: 'refused', message: refusal });
  const read = parseDrawRecord(parsed);
  if ('fault' in read) return postToPage({ kind: 'unreadable', fault: read.fault });
  const { record } = read;
  postToPage({ kind: 'read', commitment: record.commitment });
  const steps = verifyDraw(sm3, record);
  let next = steps.next();
  for (; !next.done; next = steps.next()) postToPage({ kind: 'step', step: next.value });
  const drawn = next.value;
  const results = record.results.map((one, at) => {
    const computed = drawn[at];
    return { ...one, matches: computed !== undefined && drawnPair(computed) === drawnPair(one) };
  });
  postToPage({ kind: 'done', results });
}

async function readSource(source: DrawSource): Promise<string | undefined> {
  if ('file' in source) return await source.file.text();
  try {
    return await (await fetch(source.address)).text();
  } catch {
    postToPage({ kind: 'refused' });
    return undefined;
  }
}

/** The message of an answer that is an envelope instead of a record. */
function refusalOf(parsed: unknown): string | undefined {
  if (typeof parsed !== 'object' || parsed === null || 'commitment' in parsed) return undefined;
  const { msg } = parsed as { readonly msg?: unknown };
  return typeof msg === 'string' && msg !== '' ? msg : undefined;
}

const postToPage = (message: DrawVerificationMessage): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<DrawSource>) => void verify(data));
