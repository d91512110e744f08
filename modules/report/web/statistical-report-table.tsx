import { Link } from 'react-router';
import type { CrossLine, CrossTable } from '#kernel/module/arrange-report-figures-in-cross-table.ts';
import type {
  ReportDimension,
  ReportFigure,
  ReportResponse,
} from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { formatChange, formatReportValue, formatShare } from './format-report-figures.ts';
import { periodTexts } from './report-criteria-bar.tsx';
import type { ReportCriteria, ReportMeasure } from './report-criteria-in-url.ts';

const texts = {
  total: text('合计', 'Total'),
  share: text('占比', 'Share'),
  before: text('对比期', 'Comparison period'),
  change: text('增减', 'Change'),
  compared: text('对比 {from} 至 {until}', 'Compared with {from} to {until}'),
  caption: text('{label}，{from} 至 {until}', '{label}, {from} to {until}'),
  open: text('{what}：{value}，查看明细', '{what}: {value}, view records'),
};

export interface ReportTableProps {
  readonly choice: ReportCriteria;
  readonly report: ReportResponse;
  readonly dimensions: readonly ReportDimension[];
  readonly table: CrossTable;
  linkOf(figures: readonly (readonly [ReportDimension, ReportFigure])[]): string | undefined;
}

interface HeadProps extends Pick<ReportTableProps, 'report' | 'table'> {
  readonly measured: ReportMeasure;
  readonly down: ReportDimension | undefined;
}

function Head({ measured, report, down, table }: HeadProps) {
  const t = useText();
  const fields = allColumnsOf(measured.resource);
  const label = t(measured.measure.label);
  const headOf = (one: ReportDimension | undefined) =>
    !one ? '' : 'period' in one ? t(periodTexts[one.period]) : t(fields[one.field]?.label ?? measured.measure.label);
  return (
    <thead>
      <tr>
        <th scope="col">{headOf(down)}</th>
        {table.columns.map((column) => (
          <th key={String(column.key)} scope="col">
            {column.label}
          </th>
        ))}
        <th scope="col">{table.columns.length > 0 ? t(texts.total) : label}</th>
        <th scope="col">{t(texts.share)}</th>
        {report.before && (
          <>
            <th scope="col">{t(texts.before)}</th>
            <th scope="col">{t(texts.change)}</th>
          </>
        )}
      </tr>
    </thead>
  );
}

/** Table of the figures, with sums, shares and the comparison. */
export function StatisticalReportTable({ choice, report, dimensions, table, linkOf }: ReportTableProps) {
  const t = useText();
  const { measured } = choice;
  const [down, across] = dimensions;
  const label = t(measured.measure.label);
  const total = Number(report.total);
  const cell = (what: string, value: number, figures: readonly (readonly [ReportDimension, ReportFigure])[]) => {
    const written = formatReportValue(value, measured);
    const to = value === 0 ? undefined : linkOf(figures);
    if (!to) return <span data-zero={value === 0 ? '' : undefined}>{written}</span>;
    return (
      <Link to={to} aria-label={t(texts.open, { what, value: written })}>
        {written}
      </Link>
    );
  };
  const under = (line: CrossLine): (readonly [ReportDimension, ReportFigure])[] => (down ? [[down, line.figure]] : []);
  const acrossOf = (column: CrossLine): (readonly [ReportDimension, ReportFigure])[] =>
    across ? [[across, column.figure]] : [];
  const compared = (value: number, was: number) =>
    report.before && (
      <>
        <td>{formatReportValue(was, measured)}</td>
        <td>{formatChange(value, was)}</td>
      </>
    );
  return (
    <div className="xj-report-table">
      <table>
        <caption>
          {report.span ? t(texts.caption, { label, ...report.span }) : label}
          {report.before && <small>{t(texts.compared, { ...report.before })}</small>}
        </caption>
        <Head measured={measured} report={report} down={down} table={table} />
        <tbody>
          {table.rows.map((line) => (
            <tr key={String(line.key)}>
              <th scope="row">{line.label}</th>
              {table.columns.map((column) => (
                <td key={String(column.key)}>
                  {cell(`${line.label} ${column.label}`, Number(table.cell(line, column)?.value ?? 0), [
                    ...under(line),
                    ...acrossOf(column),
                  ])}
                </td>
              ))}
              <td>{cell(line.label, line.value, under(line))}</td>
              <td>{formatShare(line.value, total)}</td>
              {compared(line.value, line.before)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t(texts.total)}</th>
            {table.columns.map((column) => (
              <td key={String(column.key)}>{cell(column.label, column.value, acrossOf(column))}</td>
            ))}
            <td>{cell(t(texts.total), total, [])}</td>
            <td>{formatShare(total, total)}</td>
            {compared(total, Number(report.total_before))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
