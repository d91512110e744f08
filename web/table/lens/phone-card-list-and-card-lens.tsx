import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOfHeadingPart } from '#kernel/field/check-row-heading-declaration.ts';
import { kindOf } from '#kernel/field/field.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import { useFileLinks } from '#web/cell/file/use-file-links.ts';
import { RowTitleWrappingBetweenParts } from '#web/cell/row-title-wrapping-between-parts.tsx';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { pictureFieldName } from '#web/resource/available-table-columns.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { cardColumns, type TableSettings } from '#web/table/columns/column-settings.ts';
import type { LensProps } from '#web/table/lens/kanban-board-lens.tsx';
import { DueCell, TitleCell } from '#web/table/list/list-table-row.tsx';
import { CardFields, hasValueToShow } from './fields-on-row-card.tsx';

import './lens.css';
import '#web/table/table.css';

const texts = {
  select: text('选择 {title}', 'Select {title}'),
  list: text('{label}列表', '{label} list'),
  cards: text('{label}卡片', '{label} cards'),
  noPicture: text('无图片', 'No picture'),
};

/** Fields of a card besides the title. */
const shownFields = 5;

interface PhoneCardListProps {
  readonly resource: AnyResource;
  readonly rows: readonly WireRow[];
  readonly first: boolean;
  readonly fetching: boolean;
  readonly settings: TableSettings;
  readonly selected: ReadonlyMap<number, WireRow>;
  readonly empty: ReactNode;
  readonly selectable: boolean;
  onSelect(rows: ReadonlyMap<number, WireRow>): void;
  onOpen(row: WireRow): void;
  actions(row: WireRow): ReactNode;
}

/** Rows as cards, for narrow screens: title, state, and the shown columns. */
export default function PhoneCardList(props: PhoneCardListProps) {
  const { resource, rows, first, settings } = props;
  if (first) {
    return (
      <ul className="xj-compact" aria-busy="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={`bone-${String(index)}`} className="xj-compact-row">
            <span className="xj-bone" />
            <span className="xj-bone" />
            <span className="xj-bone" />
          </li>
        ))}
      </ul>
    );
  }
  if (rows.length === 0) return <>{props.empty}</>;
  const names = cardColumns(resource, settings);
  return (
    <ul
      data-list
      className="xj-compact"
      aria-label={translate(texts.list, { label: translate(resource.label) })}
      aria-busy={props.fetching}
    >
      {flatten(rows).map(({ row, depth }) => (
        <RowCard key={row.id} row={row} depth={depth} names={names} {...props} />
      ))}
    </ul>
  );
}

/** Fields that a heading contains in full; of a moment it has the day only. */
const fieldsInHeading = (resource: AnyResource): readonly string[] =>
  (resource.heading ?? []).map(fieldOfHeadingPart).filter((name) => {
    const field = fieldOf(resource, name);
    return field && kindOf(field).comparison !== 'moment';
  });

const flatten = (rows: readonly WireRow[], depth = 0): { row: WireRow; depth: number }[] =>
  rows.flatMap((row) => [{ row, depth }, ...flatten(row.children ?? [], depth + 1)]);

type RowCardProps = Pick<
  PhoneCardListProps,
  'resource' | 'selected' | 'selectable' | 'onSelect' | 'onOpen' | 'actions'
> & { readonly row: WireRow; readonly depth?: number; readonly names: readonly string[] };

/** A row as a card; `names` are its fields besides title and state. */
export function RowCard({
  resource,
  row,
  depth = 0,
  names,
  selected,
  selectable,
  onSelect,
  onOpen,
  actions,
}: RowCardProps) {
  const status = resource.life ? fieldOf(resource, 'status') : undefined;
  // fields contained in the heading are not repeated
  const inHeading = row._heading ? fieldsInHeading(resource) : [];
  const others = names.filter((name) => !inHeading.includes(name));
  const shown = (row._heading ? [resource.title, ...others] : others)
    .filter((name) => hasValueToShow(resource, row, name))
    .slice(0, shownFields);
  const title = fieldOf(resource, resource.title);
  const toggle = (on: boolean) => {
    const next = new Map(selected);
    if (on) next.set(row.id, row);
    else next.delete(row.id);
    onSelect(next);
  };
  return (
    <li className="xj-compact-row" data-row={row.id} style={depth > 0 ? { marginInlineStart: depth * 16 } : undefined}>
      <div className="xj-compact-head">
        {selectable && (
          <Checkbox
            checked={selected.has(row.id)}
            aria-label={translate(texts.select, { title: titleOf(resource, row) })}
            onChange={(event) => toggle(event.target.checked)}
          />
        )}
        <TitleCell resource={resource} row={row} onOpen={onOpen}>
          {row._heading ? (
            <RowTitleWrappingBetweenParts heading={row._heading} />
          ) : (
            title && <CellValue name={resource.title} field={title} row={row} />
          )}
        </TitleCell>
        {status && <CellValue name="status" field={status} row={row} />}
      </div>
      <dl className="xj-compact-fields">
        {shown.map((name) => {
          const field = fieldOf(resource, name);
          return (
            field && (
              <div key={name}>
                <dt>{translate(field.label)}</dt>
                <dd>
                  {name === 'due_at' && resource.life ? (
                    <DueCell resource={resource} row={row} />
                  ) : (
                    <CellValue name={name} field={field} row={row} />
                  )}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {actions(row)}
    </li>
  );
}

/** Fields below the title of a card. */
const cardFields = 4;

function CardPicture({ url }: { url: string }) {
  const { linkOf, renew } = useFileLinks([url]);
  return <img src={linkOf(url)} alt="" loading="lazy" onError={renew} />;
}

/** Rows as pictures with titles. */
export function CardLens({ rows, resource, settings, onOpen, actions }: LensProps & { rows: readonly WireRow[] }) {
  const picture = pictureFieldName(resource);
  const names = settings.columns
    .filter((one) => one.shown && one.name !== resource.title && one.name !== picture)
    .map((one) => one.name);
  return (
    <ul data-list className="xj-row-cards" aria-label={translate(texts.cards, { label: translate(resource.label) })}>
      {rows.map((row) => {
        const value = picture ? row[picture] : undefined;
        const url = Array.isArray(value) ? value[0] : value;
        return (
          <li key={row.id} className="xj-card" data-row={row.id}>
            <button
              type="button"
              className="xj-card-picture"
              tabIndex={-1}
              aria-hidden="true"
              onClick={() => onOpen(row)}
            >
              {typeof url === 'string' && url !== '' && pdfOrOfdFormatOf(url) === undefined ? (
                <CardPicture url={url} />
              ) : (
                <span>{translate(texts.noPicture)}</span>
              )}
            </button>
            <TitleCell resource={resource} row={row} onOpen={onOpen}>
              {titleOf(resource, row)}
            </TitleCell>
            <CardFields
              resource={resource}
              row={row}
              names={names.filter((name) => hasValueToShow(resource, row, name)).slice(0, cardFields)}
            />
            {actions(row)}
          </li>
        );
      })}
    </ul>
  );
}
