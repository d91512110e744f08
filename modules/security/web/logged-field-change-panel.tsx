import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { useResource } from '#web/resource/declaration-loader.ts';

const texts = {
  before: text('修改前', 'Before change'),
  after: text('修改后', 'After change'),
  nothing: text('空', 'Empty'),
};

/** A watched field before and after a change. */
export default function LoggedFieldChangePanel({ row }: RecordPanelProps) {
  const label = useResource(String(row.resource))?.fields[String(row.data_field)]?.label;
  const valueText = (value: unknown) => (value === '' || value === null ? translate(texts.nothing) : String(value));
  return (
    <dl className="xj-timeline-changes">
      <div>
        <dt>{label ? translate(label) : String(row.data_field)}</dt>
        <dd>
          <del>
            <span className="xj-visually-hidden">{translate(texts.before)} </span>
            {valueText(row.before)}
          </del>
          <span aria-hidden="true"> → </span>
          <ins>
            <span className="xj-visually-hidden">{translate(texts.after)} </span>
            {valueText(row.after)}
          </ins>
        </dd>
      </div>
    </dl>
  );
}
