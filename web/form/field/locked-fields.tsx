import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import type { LockedField } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './form.css';

const texts = { title: text('不能在此修改的 {n} 项', '{n} that cannot be changed here') };

interface LockedBlockProps {
  readonly locked: Readonly<Record<string, LockedField>>;
  readonly row: WireRow;
}

/** All fields that cannot be written in this state, grouped by reason. */
export function LockedFields({ locked, row }: LockedBlockProps) {
  const byReason = new Map<string, Fields>();
  for (const [name, { field, why }] of Object.entries(locked)) {
    const reason = translate(why);
    byReason.set(reason, { ...byReason.get(reason), [name]: field });
  }
  return (
    <details className="xj-form-locked">
      <summary>{translate(texts.title, { n: Object.keys(locked).length })}</summary>
      {[...byReason].map(([reason, fields]) => (
        <section key={reason}>
          <p className="xj-form-field-hint">{reason}</p>
          <dl>
            {Object.entries(fields).map(([name, field]) => (
              <div key={name}>
                <dt>{translate(field.label)}</dt>
                <dd>
                  <CellValue name={name} field={field} row={row} roomy />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}
