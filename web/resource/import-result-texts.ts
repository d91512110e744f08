import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ImportReport } from '#web/resource/resource-calls.ts';

const texts = {
  tried: text(
    '共 {total} 行：{valid} 行正确，{left} 行有误',
    '{total} {total|row|rows}: {valid} correct, {left} with errors',
  ),
  whole: text('已导入 {n} 条', '{n} imported'),
  partly: text('已导入 {n} 条，{left} 条未导入', '{n} imported, {left} not'),
  none: text(
    '没有导入：{total} 行中有 {left} 行有误',
    'Nothing was imported: {left} of {total} {total|row|rows} {total|has|have} errors',
  ),
  again: text(
    '下载标注了错误的表格，其中只有未导入的行：更正后再导入。',
    'Download the sheet with the errors marked: it holds the rows that were left out. Correct it and import it.',
  ),
  allAgain: text(
    '下载标注了错误的表格，更正后再导入；或选择“只导入正确的行”。',
    'Download the sheet with the errors marked, correct it and import it, or choose “Import the correct rows”.',
  ),
};

type Counted = Pick<ImportReport, 'total' | 'valid' | 'imported' | 'columns' | 'workbook_url'>;

/** Only a dry run reports how columns were matched. */
const isTrial = ({ columns }: Counted): boolean => columns !== undefined;

/** The result of an import in rows, the same in dialog, message and job list. */
export function importResultText(report: Counted): string {
  const { total, valid, imported } = report;
  if (isTrial(report)) return translate(texts.tried, { total, valid, left: total - valid });
  if (imported === 0 && valid < total) return translate(texts.none, { total, left: total - valid });
  return imported < total
    ? translate(texts.partly, { n: imported, left: total - imported })
    : translate(texts.whole, { n: imported });
}

/** What to do with the rows that were left out; undefined where there are none. */
export function importRemainingWorkText(report: Counted): string | undefined {
  if (!report.workbook_url) return undefined;
  return translate(report.imported > 0 ? texts.again : texts.allAgain);
}
