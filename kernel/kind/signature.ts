import * as z from 'zod/mini';
import { encodeIssue } from '../text/message.ts';
import type { Kind } from './kind.ts';

/** A signature of the evidence of a move: drawn, or the name typed by somebody who cannot draw. */
export interface Signature {
  /** Each line as `[x, y, x, y, …]` in a box of 900 by 300. */
  strokes?: number[][];
  name?: string;
}

/**
 * A signature, which only the evidence of a move asks for: it is no column of a resource. Its lines are checked with the
 * evidence (`readSignature`); this table of kinds is part of every first page.
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
  schema: () => z.record(z.string(), z.unknown(), encodeIssue('invalid')) as z.ZodMiniType<Signature>,
};

/** Whether a field takes a signature. */
export const isSignature = ({ kind }: { readonly kind: string }): boolean => kind === signatureKind.name;
