import { signatureBoxSize } from '#kernel/lifecycle/signature-drawing-box-size.ts';
import './signature.css';

/** Path of a line; a single point becomes a dot. */
const pathOf = (line: readonly number[]): string => {
  const points: string[] = [];
  for (let at = 0; at < line.length; at += 2) points.push(`${line[at]} ${line[at + 1]}`);
  return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
};

/** The lines of a signature, within an `svg` of the signature box. */
export function SignatureLines({ strokes }: { readonly strokes: readonly (readonly number[])[] }) {
  return <path className="xj-signature-lines" d={strokes.map(pathOf).join('')} />;
}

/** A drawn signature as a picture. */
export function SignaturePicture({
  strokes,
  label,
}: {
  readonly strokes: readonly (readonly number[])[];
  readonly label: string;
}) {
  return (
    <svg
      className="xj-signature-picture"
      viewBox={`0 0 ${signatureBoxSize.width} ${signatureBoxSize.height}`}
      role="img"
      aria-label={label}
    >
      <SignatureLines strokes={strokes} />
    </svg>
  );
}
