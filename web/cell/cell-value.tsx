import type { ReactNode } from 'react';
import { type AnyField, kindOf } from '#kernel/field.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import type { Place } from '#kernel/kind/place.ts';
import type { Option } from '#kernel/kind/select.ts';
import type { Subject } from '#kernel/kind/subject.ts';
import { relationOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { amountWords, codeGroups } from '#web/cell/code-words.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { FileCell } from '#web/cell/file-cell.tsx';
import { PictureCell } from '#web/cell/picture-cell.tsx';
import { ReferenceCell, relatedRows, relatedTitle } from '#web/cell/reference-cell.tsx';
import { RichCell } from '#web/cell/rich-cell.tsx';
import { StateTag } from '#web/cell/state-tag.tsx';
import { SubjectCell } from '#web/cell/subject-cell.tsx';
import { SwitchCell } from '#web/cell/switch-cell.tsx';
import { ToldCell } from '#web/cell/told-cell.tsx';
import { speak } from '#web/i18n/locale.ts';
import { country } from '#web/map/division.ts';
import { relationObject, type WireRow } from '#web/resource/wire-row.ts';
import { Icon } from '#web/theme/icon.tsx';
import './cell.css';

const words = {
  none: text('无', 'None'),
  nationwide: text('全国', 'Nationwide'),
  coordinates: text('东经 {lng}，北纬 {lat}', '{lng}° E, {lat}° N'),
};

/** Nothing there: a dash for the eye, a word for those who listen. */
export function NoValue() {
  return (
    <span className="xj-none">
      <span aria-hidden="true">—</span>
      <span className="xj-visually-hidden">{speak(words.none)}</span>
    </span>
  );
}

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export interface CellProps {
  readonly name: string;
  readonly field: AnyField;
  readonly row: WireRow;
  /** On a record's page values have room: lines break, pictures are large. */
  readonly roomy?: boolean;
}

/** The same field without its rows. */
const plain = ({ from: _from, ...field }: AnyField): AnyField => field;

/** Draws the value of a field as its kind says. */
export function CellValue({ name, field, row, roomy = false }: CellProps): ReactNode {
  const value = row[name];
  // a root of a tree has 0 above it
  if (isEmptyValue(value) || (field.kind === 'parent' && value === 0)) return <NoValue />;
  const label = speak(field.label);
  if (field.from && field.from.how !== 'latest' && Number(value) !== 0)
    return (
      <ToldCell from={field.from} id={row.id}>
        <CellValue name={name} field={plain(field)} row={row} roomy={roomy} />
      </ToldCell>
    );
  switch (kindOf(field).cell) {
    case 'number':
      return (
        <span className="xj-amount">
          {amountWords(String(value))}
          {typeof field.options.unit === 'string' ? ` ${field.options.unit}` : ''}
        </span>
      );
    case 'money':
      return <span className="xj-amount">{amountWords(String(value))}</span>;
    case 'datetime':
      return <span className="xj-amount">{typeof value === 'number' ? momentWords(value) : String(value)}</span>;
    case 'date':
    case 'time':
    case 'year':
      return <span className="xj-amount">{String(value)}</span>;
    case 'tag':
      return <OptionCell field={field} value={value} />;
    case 'tags':
      return (
        <span className="xj-tags">
          {listOf(value).map((one) => (
            <OptionCell key={String(one)} field={field} value={one} />
          ))}
        </span>
      );
    case 'switch':
      return <SwitchCell on={value === '1' || value === 1 || value === true} />;
    case 'image':
    case 'images':
      return <PictureCell urls={listOf(value).map(String)} label={label} large={roomy} />;
    case 'file':
    case 'files':
      return <FileCell urls={listOf(value).map(String)} />;
    case 'url':
      return (
        <a href={String(value)} target="_blank" rel="noreferrer noopener" onClick={(event) => event.stopPropagation()}>
          {String(value).replace(/^https?:\/\//, '')}
        </a>
      );
    case 'color':
      return (
        <span className="xj-code">
          <span className="xj-swatch" style={{ background: String(value) }} />
          {String(value)}
        </span>
      );
    case 'reference':
      return <RelatedCell name={name} field={field} row={row} />;
    case 'references':
      return <RelatedCells name={name} field={field} row={row} />;
    case 'area':
      return <AreaCell name={name} row={row} roomy={roomy} />;
    case 'place':
      return <PlaceCell place={value as Place} />;
    case 'rich':
      return <RichCell html={String(value)} roomy={roomy} />;
    case 'code':
      return <CodeCell kind={field.kind} value={String(value)} />;
    case 'subject':
      return <SubjectCell subject={value as Subject} />;
    case 'pairs':
      return <PairsCell pairs={listOf(value) as Pair[]} />;
    case 'icon':
      return (
        <span className="xj-icon-cell">
          <Icon name={String(value)} />
          <span>{String(value)}</span>
        </span>
      );
    case 'text':
      return roomy ? <span className="xj-lines">{String(value)}</span> : String(value);
  }
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',').filter(Boolean) : [value];

function OptionCell({ field, value }: { field: AnyField; value: unknown }) {
  const options = field.options.options as Readonly<Record<string, Option>> | undefined;
  const option = options && Object.hasOwn(options, String(value)) ? options[String(value)] : undefined;
  return option ? <StateTag option={option} /> : String(value);
}

function CodeCell({ kind, value }: { kind: AnyField['kind']; value: string }) {
  return (
    <span className="xj-code">
      {codeGroups(kind, value).map((part, index, parts) => (
        <span key={parts.slice(0, index + 1).join(' ')} className="xj-code-group">
          {part}
        </span>
      ))}
    </span>
  );
}

function RelatedCell({ name, field, row }: CellProps) {
  const related = relationObject(row, name);
  return related ? <ReferenceCell to={String(field.options.to)} related={related} /> : <>#{String(row[name])}</>;
}

function RelatedCells({ name, field, row }: CellProps) {
  const to = String(field.options.to);
  const rows = relatedRows(row, [relationOf(name), `${name}_row`, name]);
  const stem = name.replace(/_arr$/, '');
  const named = row[`${stem}_name_arr`];
  if (rows.length > 0) return <>{rows.map((one) => relatedTitle(to, one)).join('、')}</>;
  if (Array.isArray(named) && named.length > 0) return <>{named.join('、')}</>;
  return (
    <>
      {listOf(row[name])
        .map((one) => `#${String(one)}`)
        .join('、')}
    </>
  );
}

function AreaCell({ name, row, roomy }: { name: string; row: WireRow; roomy: boolean }) {
  const area = relationObject(row, name);
  const short = area?.name;
  const full = area?.full_name ?? short;
  if (row[name] === country) return speak(words.nationwide);
  if (typeof full !== 'string') return <span className="xj-code">{String(row[name])}</span>;
  return <span title={full}>{roomy || typeof short !== 'string' ? full : short}</span>;
}

function PlaceCell({ place }: { place: Place }) {
  return (
    <span className="xj-amount">
      {speak(words.coordinates, { lng: Number(place.lng).toFixed(6), lat: Number(place.lat).toFixed(6) })}
    </span>
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
