import { useId } from 'react';
import { Link } from 'react-router';
import { writeListQuery } from '#kernel/list/list-query-in-url.ts';
import type {
  PanelFigure,
  PanelFigureGroup,
  PanelRecord,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import { formatFigureInOneLine, formatFigureParts } from '#web/wall/feed/format-wall-figure.ts';
import { useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';

const texts = {
  label: text('项目', 'Item'),
  figure: text('数值', 'Figure'),
  record: text('记录', 'Record'),
  time: text('时间', 'Time'),
  rest: text('说明', 'Details'),
  none: text('没有', 'None'),
} as const;

/** The figures and the records of a group, each a table. */
export function FigureTables({ group, heading }: { group: PanelFigureGroup; heading: string }) {
  const t = useText();
  const id = useId();
  const { figures = [], records } = group;
  const title = group.title ? t(group.title) : undefined;
  const empty = figures.length === 0 && (records ?? []).length === 0;
  return (
    <div className="xj-figure-group">
      {title ? <h4 id={id}>{title}</h4> : null}
      {empty ? <p className="xj-figure-none">{t(texts.none)}</p> : null}
      {figures.length > 0 ? <Figures figures={figures} label={title ?? heading} /> : null}
      {records && records.length > 0 ? <Records records={records} label={title ?? heading} /> : null}
    </div>
  );
}

function Figures({ figures, label }: { figures: readonly PanelFigure[]; label: string }) {
  const t = useText();
  const written = useWrittenFigures(figures);
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t(texts.label)}</th>
          <th scope="col">{t(texts.figure)}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: figures are in the order of their panel
          <tr key={at}>
            <th scope="row">
              {t(figure.label ?? figure.rows.title)}
              {figure.note ? <small>{t(figure.note)}</small> : null}
            </th>
            <td>
              <FigureLink figure={figure} written={written[at] ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The figures as they are read. */
function useWrittenFigures(figures: readonly PanelFigure[]): readonly string[] {
  const t = useText();
  return figures.map(({ rows, instead }) => {
    if (!instead) {
      const parts = formatFigureParts(rows, t);
      return parts.rows === undefined
        ? [parts.n, t(rows.unit ?? wallScreenTexts.row, { n: rows.n })].filter(Boolean).join(' ')
        : formatFigureInOneLine(parts);
    }
    if ('share' in instead) return instead.share === null ? '—' : `${Math.round(instead.share * 1000) / 10}%`;
    return instead.mean === null ? '—' : `${instead.mean} ${t(instead.unit, { n: instead.mean })}`;
  });
}

/** A figure as a link to the list that it counts; a button where no filter describes the rows. */
function FigureLink({ figure: { label, rows }, written }: { figure: PanelFigure; written: string }) {
  const t = useText();
  const { openRows } = useWall();
  if (!can(`${rows.of}/index`)) return written;
  const name = t(wallScreenTexts.rowsOf, { what: t(label ?? rows.title), n: written });
  if (rows.ids || rows.source)
    return (
      <button type="button" aria-label={name} onClick={() => openRows(rows)}>
        {written}
      </button>
    );
  const query = { conditions: rows.conditions, keyword: '', ...(rows.order ? { order: rows.order } : {}) };
  return (
    <Link to={`/admin/${rows.of}?${writeListQuery(query).toString()}`} aria-label={name}>
      {written}
    </Link>
  );
}

function Records({ records, label }: { records: readonly PanelRecord[]; label: string }) {
  const t = useText();
  return (
    <table className="xj-figure-records" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t(texts.record)}</th>
          <th scope="col">{t(texts.rest)}</th>
          <th scope="col">{t(texts.time)}</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ of, id, title, at, parts }) => (
          <tr key={`${of} ${id} ${at}`}>
            <th scope="row">{can(`${of}/index`) ? <Link to={`/admin/${of}/${id}`}>{title}</Link> : title}</th>
            <td>{parts.map((one) => t(one)).join(' · ')}</td>
            <td>{at === undefined ? '' : formatMinute(at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
