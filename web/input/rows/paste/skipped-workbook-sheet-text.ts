import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { SkippedWorkbookSheet } from '#web/resource/resource-calls.ts';

const why = {
  hidden: text('“{sheet}”：隐藏的工作表', '“{sheet}”: hidden sheet'),
  explains: text('“{sheet}”：填表说明或示例', '“{sheet}”: instructions or example'),
  none: text('“{sheet}”：没有对应的列', '“{sheet}”: no matching columns'),
  fewer: text('“{sheet}”：对应的列较少', '“{sheet}”: fewer matching columns'),
  same: text(
    '“{sheet}”：列相同，但一次只读一张，请另存为单独的文件后再导入',
    '“{sheet}”: same columns, but only one sheet is read at a time. Save it as a separate file and import that',
  ),
  unread: text('“{sheet}”：无法读取', '“{sheet}”: could not be read'),
};

/** Why a sheet of a workbook was not read. */
export const skippedWorkbookSheetText = ({ sheet, why: reason }: SkippedWorkbookSheet): string =>
  translate(why[reason], { sheet });
