import type { AnyField } from '#kernel/field.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { text } from '#kernel/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { speak } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { ProposedValue } from './proposed-value.tsx';
import './change-panel.css';

const words = {
  item: text('登记事项', 'Registered detail'),
  registered: text('现登记', 'As registered'),
  requested: text('申请变更为', 'To be changed to'),
};

/** What an enterprise asks to change, beside what is registered and stays valid until then. */
export default function ChangePanel({ row }: RecordPanelProps) {
  const fields: Readonly<Record<string, AnyField>> = enterprise.fields;
  const changes = (row.pending as readonly Pair[]).flatMap(({ key, value }) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field ? [{ key, value, field }] : [];
  });
  return (
    <table className="xj-change">
      <thead>
        <tr>
          <th scope="col">{speak(words.item)}</th>
          <th scope="col">{speak(words.registered)}</th>
          <th scope="col">{speak(words.requested)}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, value, field }) => (
          <tr key={key}>
            <th scope="row">{speak(field.label)}</th>
            <td data-label={speak(words.registered)}>
              <CellValue name={key} field={field} row={row} roomy />
            </td>
            <td data-label={speak(words.requested)}>
              <ProposedValue name={key} value={value} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
