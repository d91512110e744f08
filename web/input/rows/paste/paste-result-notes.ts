import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { skippedWorkbookSheetText } from '#web/input/rows/paste/skipped-workbook-sheet-text.ts';
import type { SkippedWorkbookSheet } from '#web/resource/resource-calls.ts';
import type { PasteResult } from './place-pasted-columns-by-header-or-content-and-fill-child-rows.ts';

const texts = {
  read: text('已读入 {n} 行，请核对后保存', '{n} {n|row|rows} read. Check them before saving'),
  cut: text('最多 {max} 行，有 {n} 行没有放入', 'At most {max} {max|row|rows}; {n} {n|row|rows} {n|was|were} left out'),
  left: text('没有对应栏、未填入的列：{list}', 'Columns without a match were not filled in: {list}'),
  skipped: text(
    '标题、合计、备注等 {n} 行不是名单内容，已略去',
    '{n} {n|row|rows} with titles, totals or notes {n|was|were} skipped',
  ),
  passed: text('没有读入的工作表：{list}', 'Sheets not read: {list}'),
  and: text('、', ', '),
  between: text('；', '; '),
};

/** What was read or pasted into a list of at most `max` rows, and what was left out. `passed`: sheets of the file that were not read. */
export function pasteResultNotes(
  { filled, skipped, left, cut }: PasteResult,
  max: number,
  passed?: readonly SkippedWorkbookSheet[],
): readonly string[] {
  return [
    ...(passed ? [translate(texts.read, { n: filled })] : []),
    ...(skipped > 0 ? [translate(texts.skipped, { n: skipped })] : []),
    ...(left.length > 0 ? [translate(texts.left, { list: left.join(translate(texts.and)) })] : []),
    ...(cut > 0 ? [translate(texts.cut, { max, n: cut })] : []),
    ...(passed?.length
      ? [translate(texts.passed, { list: passed.map(skippedWorkbookSheetText).join(translate(texts.between)) })]
      : []),
  ];
}
