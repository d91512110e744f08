import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { evidenceFormFields, evidenceInputs, signatureInput } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { useText } from '#web/i18n/locale.ts';
import { SignaturePicture } from '#web/input/control/drawn-signature-picture.tsx';
import { findMove } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';

const texts = {
  server: text('服务器时间', 'Time on server'),
  typed: text('{name}（键入）', '{name} (typed)'),
};

interface MoveEvidenceDetailsProps {
  readonly resource: AnyResource;
  readonly entry: TimelineEntry;
}

/** The evidence of a move: pictures, files, place, signatures, and the time by both clocks. */
export default function MoveEvidenceDetails({ resource, entry }: MoveEvidenceDetailsProps) {
  const t = useText();
  const { evidence, move } = entry;
  const fields = evidenceFormFields((move === null ? undefined : findMove(resource, move)?.move) ?? {});
  if (!evidence) return null;
  const { files, place, device_time: time, signatures } = evidence;
  const line = (name: string, value: unknown) => {
    const field: AnyField | undefined = fields[name];
    return field ? (
      <div key={name}>
        <dt>{t(field.label)}</dt>
        <dd>
          <CellValue name={name} field={field} row={{ id: 0, [name]: value }} roomy />
        </dd>
      </div>
    ) : null;
  };
  return (
    <dl className="xj-timeline-changes">
      {files.length > 0 && line(evidenceInputs.files, files)}
      {place && line(evidenceInputs.place, place)}
      {signatures.map(({ role, strokes, name }) => {
        const label = fields[signatureInput(role)]?.label;
        if (!label) return null;
        return (
          <div key={role}>
            <dt>{t(label)}</dt>
            <dd>
              {strokes ? <SignaturePicture strokes={strokes} label={t(label)} /> : t(texts.typed, { name: name ?? '' })}
            </dd>
          </div>
        );
      })}
      {time !== null && line(evidenceInputs.at, time)}
      <div>
        <dt>{t(texts.server)}</dt>
        <dd>{formatMoment(entry.createtime)}</dd>
      </div>
    </dl>
  );
}
