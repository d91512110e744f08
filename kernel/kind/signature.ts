import * as z from 'zod/mini';
import { encodeMessage } from '../text/validation-messages.ts';
import type { Kind } from './field-kind-type-and-shared-conversions.ts';

/** A signature in the evidence of a move. It is drawn, or typed by somebody who cannot draw. */
export interface Signature {
  /** Each line as `[x, y, x, y, …]` in a box of 900 by 300. */
  strokes?: number[][];
  name?: string;
}

/**
 * A signature. Only the evidence of a move asks for one, so that no resource has such a column. The schema here is
 * loose: `readSignature` checks the lines together with the evidence, because the kinds are part of every first page
 * and must stay small.
 */
export const signatureKind: Kind<Signature, object> = {
  name: 'signature',
  column: 'jsonb',
  cell: 'text',
  input: 'signature',
  grouped: true,
  operators: [],
  sorts: false,
  width: 180,
  personal: 'name',
  example: () => ({ strokes: [[120, 150, 300, 90, 480, 200]] }),
  schema: () => z.record(z.string(), z.unknown(), encodeMessage('invalid')) as z.ZodMiniType<Signature>,
};

/** Whether a field takes a signature. */
export const isSignature = ({ kind }: { readonly kind: string }): boolean => kind === signatureKind.name;
