import { Button } from 'antd';
import { useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import '../field/form.css';

const texts = {
  title: text('内容已被他人修改', 'Changed by someone else'),
  body: text(
    '您编辑期间，这条记录已被他人保存。以下内容两人都改过，请逐项选择保留哪一个；其他修改会合并。',
    'While you were editing, someone else saved this record. The items below were changed by both of you; choose which to keep. Other changes are merged.',
  ),
  field: text('字段', 'Field'),
  mine: text('我的', 'Mine'),
  theirs: text('对方的', 'Theirs'),
  go: text('按选择合并', 'Merge selection'),
  back: text('返回编辑', 'Back to editing'),
};

interface VersionConflictMergeViewProps {
  readonly fields: Fields;
  /** Fields that both people changed. */
  readonly names: readonly string[];
  readonly mine: FormValues;
  readonly theirs: WireRow;
  onResolve(chosen: readonly string[]): void;
  onBack(): void;
}

/** Two people changed one record: both versions of each disputed field, to choose between. */
export default function VersionConflictMergeView({
  fields,
  names,
  mine,
  theirs,
  onResolve,
  onBack,
}: VersionConflictMergeViewProps) {
  const [chosen, setChosen] = useState<readonly string[]>(names);
  const choose = (name: string, own: boolean) =>
    setChosen((all) => (own ? [...new Set([...all, name])] : all.filter((one) => one !== name)));
  return (
    <div className="xj-form xj-conflict" role="alertdialog" aria-labelledby="xj-conflict-title">
      <h2 id="xj-conflict-title">{translate(texts.title)}</h2>
      <p>{translate(texts.body)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate(texts.field)}</th>
            <th scope="col">{translate(texts.mine)}</th>
            <th scope="col">{translate(texts.theirs)}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const field = fields[name];
            if (!field) return null;
            return (
              <tr key={name}>
                <th scope="row">{translate(field.label)}</th>
                {[true, false].map((own) => (
                  <td key={String(own)}>
                    <label>
                      <input
                        type="radio"
                        name={`conflict-${name}`}
                        checked={chosen.includes(name) === own}
                        onChange={() => choose(name, own)}
                      />
                      <span>
                        <CellValue name={name} field={field} row={own ? { ...theirs, ...mine } : theirs} roomy />
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="xj-form-buttons">
        <Button type="primary" onClick={() => onResolve(chosen)}>
          {translate(texts.go)}
        </Button>
        <Button onClick={onBack}>{translate(texts.back)}</Button>
      </div>
    </div>
  );
}
