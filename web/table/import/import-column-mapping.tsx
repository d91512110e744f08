import { Select } from 'antd';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { ImportChoices, ImportReport } from '#web/resource/resource-calls.ts';

const texts = {
  title: text('列与字段的对应', 'Column mapping'),
  open: text('{n} 列没有对应的字段', '{n} {n|column|columns} without a matching field'),
  pass: text('不导入', 'Do not import'),
  suggested: text('建议', 'suggested'),
  again: text('对应已更改，请再试运行。', 'The mapping has changed. Please run the trial again.'),
};

interface ImportColumnsProps {
  readonly resource: AnyResource;
  readonly columns: NonNullable<ImportReport['columns']>;
  readonly chosen: ImportChoices['columns'];
  /** A choice was made since the last dry run. */
  readonly changed: boolean;
  onChoose(header: string, field: string): void;
}

/** The columns of the sheet, each with its field: recognised, proposed, or chosen. */
export function ImportColumnMapping({ resource, columns, chosen, changed, onChoose }: ImportColumnsProps) {
  const fields = Object.entries<AnyField>(resource.fields).filter(
    ([, one]) => one.write !== 'server' && hasColumn(one) && kindOf(one).secret !== true,
  );
  const locale = currentLocale();
  const options = [
    { value: '', label: translate(texts.pass) },
    ...fields.map(([name, one]) => ({ value: name, label: one.label[locale] })),
  ];
  const lost = columns.filter((one) => one.field === null && chosen[one.header] !== '').length;
  return (
    <details className="xj-import-columns" open={lost > 0 || changed || undefined}>
      <summary>
        {translate(texts.title)}
        {lost > 0 && <strong>{translate(texts.open, { n: lost })}</strong>}
      </summary>
      {changed && <p role="status">{translate(texts.again)}</p>}
      <ul>
        {columns.map(({ header, field, suggested }) => (
          <li key={header}>
            <span>{header}</span>
            <Select
              aria-label={header}
              size="small"
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen[header] ?? field ?? suggested ?? ''}
              options={options}
              onChange={(name: string) => onChoose(header, name)}
            />
            {chosen[header] === undefined && field === null && suggested !== null && (
              <em>{translate(texts.suggested)}</em>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
