import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { skippedWorkbookSheetText } from '#web/input/rows/paste/skipped-workbook-sheet-text.ts';
import type { ImportReport } from '#web/resource/resource-calls.ts';

const texts = {
  sheet: text(
    '读入的是工作表“{name}”；其余 {n} 张没有读入',
    'Sheet “{name}” was read; {n} other {n|sheet|sheets} {n|was|were} not',
  ),
  skipped: text('{n} 行不是数据，没有导入', '{n} {n|row is not data and was|rows are not data and were} not imported'),
  first: text('只列出前 {n} 行', 'Only the first {n} {n|row|rows} {n|is|are} listed'),
  why: {
    above: text('表头以上', 'above header'),
    total: text('合计', 'total'),
    note: text('备注', 'note'),
  },
  skippedRow: text('第 {row} 行（{why}）：{text}', 'Row {row} ({why}): {text}'),
};

/** Lists up to this length are unfolded at first. */
const short = 5;

/** The sheets and rows of a file that were not imported. */
export function SheetsAndRowsSkippedInImport({ report }: { report: ImportReport }) {
  const { skipped = [], skipped_count: count = skipped.length, passed_sheets: passed = [], read_sheet: name } = report;
  return (
    <>
      {passed.length > 0 && (
        <details className="xj-import-left" open={passed.length <= short || undefined}>
          <summary>{translate(texts.sheet, { name: name ?? '', n: passed.length })}</summary>
          <ul>
            {passed.map((one) => (
              <li key={one.sheet}>{skippedWorkbookSheetText(one)}</li>
            ))}
          </ul>
        </details>
      )}
      {count > 0 && (
        <details className="xj-import-left" open={count <= short || undefined}>
          <summary>{translate(texts.skipped, { n: count })}</summary>
          <ul>
            {skipped.map(({ sheet = '', row, why, text: begins }) => (
              <li key={`${sheet} ${row}`}>
                {sheet && `${sheet} `}
                {translate(texts.skippedRow, { row, why: translate(texts.why[why]), text: begins })}
              </li>
            ))}
          </ul>
          {count > skipped.length && <p>{translate(texts.first, { n: skipped.length })}</p>}
        </details>
      )}
    </>
  );
}
