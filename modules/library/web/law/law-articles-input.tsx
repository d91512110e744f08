import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import ChildRowsInput from '#web/input/rows/child-rows-input.tsx';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';
import './law.css';

const ImportLawDialog = lazy(() => import('./find-law-articles-in-text-or-file-for-form-dialog.tsx'));

const texts = {
  import: text('导入条文', 'Import articles'),
  hint: text('从文件或粘贴的文本拆分', 'From Word, Markdown or pasted text'),
};

/** The articles of a law in its form: a grid, which can be filled from a text. */
export default function LawArticlesInput(props: CustomInputProps) {
  const { id, fields, values, errors, describedBy, disabled, sought, row, put } = props;
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('articles of a law expected');
  const [importing, setImporting] = useState(false);
  const within = `${name}.`;
  return (
    <div className="xj-law-articles">
      <h3 id={`${id}-label`}>{translate(field.label)}</h3>
      {!disabled && (
        <p className="xj-law-tools">
          <Button onClick={() => setImporting(true)}>{translate(texts.import)}</Button>
          <span className="xj-law-note">{translate(texts.hint)}</span>
        </p>
      )}
      <ChildRowsInput
        {...{ id, name, field, disabled }}
        value={values[name]}
        errors={errors[name] ?? {}}
        onChange={(value) => put({ [name]: value })}
        inside={FieldInput}
        {...(describedBy ? { describedBy } : {})}
        {...(row ? { row } : {})}
        {...(sought?.at.startsWith(within)
          ? { sought: { at: sought.at.slice(within.length), turn: sought.turn } }
          : {})}
      />
      {importing && (
        <Suspense>
          <ImportLawDialog
            existing={childRowsIn(values[name])}
            onTake={(rows) => put({ [name]: rows })}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
