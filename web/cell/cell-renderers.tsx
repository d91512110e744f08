import type { ReactNode } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { ListCellKind } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { AnyRecordReference } from '#kernel/kind/linked/any-record-reference.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { FileCell } from '#web/cell/file/file-cell.tsx';
import { PictureCell } from '#web/cell/file/picture-cell.tsx';
import { formatMinute, formatMoment, formatRecorded, formatTime } from '#web/cell/format/date-format.ts';
import { formatAmount, roundIfComputed, splitCodeIntoGroups } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { LabelledRecordLink } from '#web/cell/labelled-record-link.tsx';
import { LicencePlateCell } from '#web/cell/licence-plate-cell.tsx';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { formatPlaceSourceAndAccuracy } from '#web/cell/place-source-and-accuracy.ts';
import { PolymorphicReferenceCell } from '#web/cell/polymorphic-reference-cell.tsx';
import { ReferenceCell, relatedRows, relatedTitle } from '#web/cell/reference-cell-and-related-row-titles.tsx';
import { RichTextCell } from '#web/cell/rich-text-cell.tsx';
import { YesNoCell } from '#web/cell/yes-no-cell.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { countryCode } from '#web/map/boundary/parent-administrative-division-code.ts';
import { relationObject, type WireRow } from '#web/resource/wire-row.ts';
import { Icon } from '#web/theme/icon.tsx';

const texts = {
  between: text('、', ', '),
  nationwide: text('全国', 'Nationwide'),
  coordinates: text('东经 {lng}，北纬 {lat}', '{lng}° E, {lat}° N'),
};

/** What a cell gets; the value is never empty. */
interface CellRendererProps {
  readonly name: string;
  readonly field: AnyField;
  readonly row: WireRow;
  readonly value: unknown;
  /** On a record there is room: lines break, pictures are large. */
  readonly roomy: boolean;
}

type CellRenderer = (drawn: CellRendererProps) => ReactNode;

/** The label that the server sends beside a value (`<name>_text`), in the reader's language. */
const serverTextOf = (row: WireRow, name: string): string | undefined => {
  const text = row[`${name}_text`];
  return typeof text === 'string' ? text : undefined;
};

/** The language of a text that a row has in Chinese and English, where it is not the language of the page. */
function otherLanguage(name: string, row: WireRow): 'en' | 'zh-CN' | undefined {
  if (currentLocale() === 'en') return `${name}_en` in row ? 'zh-CN' : undefined;
  return name.endsWith('_en') ? 'en' : undefined;
}

const amount: CellRenderer = ({ value }) => <span className="xj-amount">{String(value)}</span>;
const files: CellRenderer = ({ value }) => <FileCell urls={listOf(value).map(String)} />;
const pictures: CellRenderer = ({ field, value, roomy }) => (
  <PictureCell urls={listOf(value).map(String)} label={translate(field.label)} large={roomy} />
);

/** The component of each cell that a kind can name. */
export const cellRenderers: Readonly<Record<ListCellKind, CellRenderer>> = {
  text: ({ name, row, value, roomy }) => {
    const content = serverTextOf(row, name) ?? String(value);
    const lang = otherLanguage(name, row);
    if (roomy) return <span {...{ className: 'xj-lines', lang }}>{content}</span>;
    return lang ? <span lang={lang}>{content}</span> : content;
  },
  number: ({ field, value }) => (
    <span className="xj-amount">
      {field.options.key === true ? String(value) : formatAmount(roundIfComputed(field, value))}
      {typeof field.options.unit === 'string' ? ` ${field.options.unit}` : ''}
    </span>
  ),
  money: ({ value }) => <span className="xj-amount">{formatAmount(String(value))}</span>,
  datetime: ({ value, roomy }) => <MomentCell value={value} roomy={roomy} />,
  date: amount,
  time: ({ value }) => <span className="xj-amount">{formatTime(String(value))}</span>,
  year: amount,
  tag: OptionCell,
  tags: ({ value, ...drawn }) => (
    <span className="xj-tags">
      {listOf(value).map((one) => (
        // without a tone the label is plain text; its own element keeps it apart from the next one
        <span key={String(one)}>
          <OptionCell {...drawn} value={one} />
        </span>
      ))}
    </span>
  ),
  switch: ({ value, field }) => (
    <YesNoCell on={value === '1' || value === 1 || value === true} alarms={field.options.alarms === true} />
  ),
  image: pictures,
  images: pictures,
  file: files,
  files,
  url: ({ value }) => (
    <a href={String(value)} target="_blank" rel="noreferrer noopener" onClick={(event) => event.stopPropagation()}>
      {String(value).replace(/^https?:\/\//, '')}
    </a>
  ),
  color: ({ value }) => (
    <span className="xj-code">
      <span className="xj-swatch" style={{ background: String(value) }} />
      {String(value)}
    </span>
  ),
  reference: RelatedCell,
  references: RelatedCells,
  area: AreaCell,
  place: ({ value, roomy }) => <PlaceCell place={value as Place} roomy={roomy} />,
  rich: ({ name, row, value, roomy }) => {
    const cell = <RichTextCell html={String(value)} roomy={roomy} />;
    const lang = otherLanguage(name, row);
    return lang ? <div lang={lang}>{cell}</div> : cell;
  },
  code: CodeCell,
  plate: (drawn) => <LicencePlateCell {...drawn} />,
  subject: ({ value }) => <LabelledRecordLink subject={value as AnyRecordReference} />,
  pairs: ({ value }) => <PairsCell pairs={listOf(value) as Pair[]} />,
  icon: ({ value }) => (
    <span className="xj-icon-cell" title={String(value)}>
      <Icon name={String(value)} />
      <span>{String(value)}</span>
    </span>
  ),
  oneOf: ({ name, field, row, value }) => (
    <PolymorphicReferenceCell field={field} value={value} related={relationObject(row, name)} />
  ),
  rows: ({ value }) => <span className="xj-amount">{Array.isArray(value) ? value.length : String(value)}</span>,
};

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').filter(Boolean) : [value];

function OptionCell({ field, value }: CellRendererProps) {
  const options = field.options.options as Readonly<Record<string, Option>> | undefined;
  const option = options && Object.hasOwn(options, String(value)) ? options[String(value)] : undefined;
  return option ? <OptionTag option={option} /> : String(value);
}

function CodeCell({ field, value }: CellRendererProps) {
  return (
    <span className="xj-code">
      {splitCodeIntoGroups(kindOf(field).groups, String(value)).map((part, index, parts) => (
        <span key={parts.slice(0, index + 1).join(' ')} className="xj-code-group">
          {part}
        </span>
      ))}
    </span>
  );
}

function RelatedCell({ name, field, row }: CellRendererProps) {
  const related = relationObject(row, name);
  return related ? <ReferenceCell to={String(field.options.to)} related={related} /> : <>#{String(row[name])}</>;
}

function RelatedCells({ name, field, row }: CellRendererProps) {
  const to = String(field.options.to);
  const rows = relatedRows(row, [relationNameOf(name), `${name}_row`, name]);
  const between = translate(texts.between);
  const stem = name.replace(/_arr$/, '');
  const named = row[`${stem}_name_arr`];
  const called =
    rows.length > 0
      ? rows.map((one) => relatedTitle(to, one))
      : Array.isArray(named) && named.length > 0
        ? named.map(String)
        : listOf(row[name]).map((one) => `#${String(one)}`);
  return <>{called.join(between)}</>;
}

function AreaCell({ name, row, roomy }: CellRendererProps) {
  const area = relationObject(row, name);
  const short = area?.name;
  const full = area?.full_name ?? short;
  if (row[name] === countryCode) return translate(texts.nationwide);
  if (typeof full !== 'string') return <span className="xj-code">{String(row[name])}</span>;
  return (
    <span title={translateDivisionName(full)}>
      {translateDivisionName(roomy || typeof short !== 'string' ? full : short)}
    </span>
  );
}

/** A list shows the minute, and the second on hover; a record shows what was recorded. */
function MomentCell({ value, roomy }: Pick<CellRendererProps, 'value' | 'roomy'>) {
  if (typeof value !== 'number') return <span className="xj-amount">{formatTime(String(value))}</span>;
  return (
    <span className="xj-amount" title={roomy ? undefined : formatMoment(value)}>
      {roomy ? formatRecorded(value) : formatMinute(value)}
    </span>
  );
}

/** Address or coordinates of a place; on a record also its accuracy. */
function PlaceCell({ place, roomy = false }: { place: Place; roomy?: boolean | undefined }) {
  return (
    <>
      <span className="xj-amount">
        {translate(texts.coordinates, { lng: Number(place.lng).toFixed(6), lat: Number(place.lat).toFixed(6) })}
      </span>
      {roomy && place.from && <small> {formatPlaceSourceAndAccuracy(place)}</small>}
    </>
  );
}

function PairsCell({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <dl className="xj-pairs">
      {pairs.map((pair) => (
        <div key={`${pair.key}=${pair.value}`} style={{ display: 'contents' }}>
          <dt>{pair.key}</dt>
          <dd>{pair.value}</dd>
        </div>
      ))}
    </dl>
  );
}
