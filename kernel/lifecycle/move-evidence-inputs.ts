import type { Field, Fields } from '../declaration/field.ts';
import type { Lifecycle, Move, Moves } from '../declaration/lifecycle.ts';
import type { RequestedSignature } from '../declaration/move-evidence-files-position-and-signatures.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { cleanText } from '../kind/field-kind-type-and-shared-conversions.ts';
import type { Place } from '../kind/place-on-map.ts';
import { isSignature, type Signature } from '../kind/signature.ts';
import { text } from '../text/text.ts';
import { signatureBoxSize } from './signature-drawing-box-size.ts';

/** The names of a move's inputs for its evidence, except for signatures. */
export const evidenceInputs = { files: 'evidence_files', place: 'evidence_place', at: 'evidence_at' } as const;

/** The name of the input for the signature of a role. */
export const signatureInput = (role: string): string => `signature_${role}`;

const most = 9;

const signersOf = ({ evidence }: Pick<Move, 'evidence'>): [role: string, signer: RequestedSignature][] =>
  Object.entries(evidence?.signatures ?? {});

/** The fields in which the form of a move asks for its evidence. One of them is the time, which the device fills in. */
export function evidenceFormFields(move: Pick<Move, 'evidence'>): Fields {
  if (!move.evidence) return {};
  const { files, place } = move.evidence;
  const required = files?.min ? ({ required: true } as const) : {};
  const max = files?.max ?? most;
  return {
    ...(files && {
      [evidenceInputs.files]: files.accept
        ? field.files(text('证据材料', 'Files'), { accept: files.accept, max, private: true, ...required })
        : field.images(text('现场照片', 'Pictures'), { max, private: true, ...required }),
    }),
    ...(place && {
      [evidenceInputs.place]: field.place(text('所在位置', 'Location'), {
        ...(place === 'required' ? { required: true } : {}),
      }),
    }),
    ...Object.fromEntries(
      signersOf(move).map(([role, { required: must, ...label }]) => [
        signatureInput(role),
        field.signature(text(`${label['zh-cn']}签名`, `Signature: ${label.en}`), must ? { required: true } : {}),
      ]),
    ),
    [evidenceInputs.at]: field.datetime(text('终端时间', 'Time on device')),
  };
}

/**
 * Adds the inputs for evidence to the moves that ask for it, after their other inputs. Undefined: no move asks for
 * evidence. The build for browsers leaves this function out (scripts/vite/omit-unused-parts.ts), because browsers add
 * the inputs when they show the form of a move.
 */
export function withEvidenceInputs<L extends Lifecycle>(life: L): L | undefined {
  if (!Object.values<Move>(life.moves).some(({ evidence }) => evidence)) return undefined;
  const moves: Moves = Object.fromEntries(
    Object.entries<Move>(life.moves).map(([name, move]) => [
      name,
      move.evidence ? { ...move, input: { ...move.input, ...evidenceFormFields(move) } } : move,
    ]),
  );
  return { ...life, moves };
}

/**
 * Throws if evidence is asked for by a move that nobody makes or that is made on many rows, or under a name that is
 * taken.
 */
export function checkMoveEvidence({ name: resource, fields, life }: AnyResource): void {
  const column = Object.entries<Field>(fields).find(([, one]) => isSignature(one));
  if (column) throw new Error(`${resource}.${column[0]}: only the evidence of a move takes signatures`);
  for (const [name, move] of Object.entries<Move>(life?.moves ?? {})) {
    const { evidence, steps, batch, reversible, by } = move;
    if (!evidence) continue;
    const fault = (why: string) => new Error(`${resource}: evidence of ${name} ${why}`);
    const { files, place, signatures = {} } = evidence;
    if (!files && !place && Object.keys(signatures).length === 0) throw fault('asks for nothing');
    if (by?.length === 0) throw fault('is asked of nobody: the platform makes the move');
    if (steps || batch || reversible)
      throw fault('belongs to one act on one row, so the move has neither steps nor batch, and stays');
    const { min = 0, max = most } = files ?? {};
    if (!(Number.isInteger(min) && Number.isInteger(max) && min >= 0 && max >= 1 && min <= max))
      throw fault('has no number of files between min and max');
    const role = Object.keys(signatures).find((one) => !/^[a-z][a-z_]*$/.test(one));
    if (role !== undefined) throw fault(`names the role ${role}: lower case expected, such as party`);
    const clash = Object.keys(evidenceFormFields(move)).find(
      (one) => Object.hasOwn(fields, one) || Object.hasOwn(move.input ?? {}, one),
    );
    if (clash) throw fault(`needs the name ${clash}, which is declared`);
  }
}

/** The evidence of a move as the timeline shows it. The time on the server is that of the timeline's entry. */
export interface EvidenceInTimeline {
  /** URLs of private files. */
  readonly files: readonly string[];
  readonly place: Place | null;
  /** Unix seconds by the clock of the device. */
  readonly device_time: number | null;
  /** With the role of the person who signed. Typed names are masked. */
  readonly signatures: readonly ({ readonly role: string } & Signature)[];
}

const mostStrokes = 200;
/** The largest number of coordinates in all lines. A long signature of several characters has about 2,000. */
const mostNumbers = 12_000;
const longestName = 60;

const isLine = (line: unknown) =>
  Array.isArray(line) &&
  line.length > 1 &&
  line.length % 2 === 0 &&
  line.every(
    (one, at) =>
      Number.isInteger(one) && one >= 0 && one <= (at % 2 ? signatureBoxSize.height : signatureBoxSize.width),
  );

/**
 * Reads a signature from untrusted input, and trims a typed name. Undefined: it is not a signature, or longer than any
 * can be.
 */
export function readSignature(value: unknown): Signature | undefined {
  const { strokes, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (strokes && !(Array.isArray(strokes) && strokes.length <= mostStrokes && strokes.every(isLine))) return undefined;
  const lines = (strokes ?? []) as number[][];
  const typed = typeof name === 'string' ? cleanText(name) : '';
  if (lines.flat().length > mostNumbers || typed.length > longestName || !(lines.length > 0 || typed)) return undefined;
  return { ...(lines.length > 0 && { strokes: lines }), ...(typed && { name: typed }) };
}
