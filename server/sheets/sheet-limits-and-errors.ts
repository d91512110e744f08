import { text } from '#kernel/text/text.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';

/** Maximum number of rows of an import (domain reference §0.1). */
export const maxImportRows = 5000;
/** Maximum number of rows of a further sheet, which holds child rows of the first. */
export const maxChildSheetRows = 20_000;
/** Maximum number of columns read; declared resources have some 60. */
export const maxColumns = 256;
/** Maximum size of a file, and of the unpacked content of an .xlsx: 5,000 rows of 60 columns are some 30 MB of XML. */
export const maxSheetBytes = 20 * 1024 * 1024;
export const maxUnpackedBytes = 48 * 1024 * 1024;
/** Maximum number of characters of all cells: a file may repeat one long shared string in every cell. */
export const maxCharacters = maxSheetBytes;

export const tooManyRows = (most: number) =>
  new SheetError(
    text(`一次最多导入 ${most} 行，请拆分文件`, `At most ${most} rows can be imported at once; split the file`),
  );

export const tooManyColumns = () =>
  new SheetError(
    text(
      `表格超过 ${maxColumns} 列，请删去不导入的列`,
      `The sheet has more than ${maxColumns} columns. Delete those that are not imported`,
    ),
  );

export const tooLarge = () =>
  new SheetError(text('文件超过 20 MB，请拆分后导入', 'The file exceeds 20 MB. Split it before importing'));

export const tooManyCharacters = () =>
  new SheetError(
    text(
      '文件内容过于复杂，无法读取：请只保留要导入的单元格，粘贴为值到新的工作簿后重试',
      'The file is too complex to read. Paste the cells to be imported as values into a new workbook and try again',
    ),
  );

export const noContent = () => new SheetError(text('表格中没有内容', 'The sheet is empty'));

export const notASheet = () =>
  new SheetError(text('只能导入 .xlsx 或 .csv 文件', 'Only .xlsx and .csv files can be imported'));

export const oldExcelFormat = () =>
  new SheetError(text('不支持旧版 .xls 文件，请另存为 .xlsx', 'Old .xls files are not supported. Save as .xlsx'));

export const protectedWorkbook = () =>
  new SheetError(
    text(
      '文件设有打开密码，请取消密码后另存再导入',
      'The file is password-protected. Remove the password, save it and import again',
    ),
  );

export const webPageInsteadOfSheet = () =>
  new SheetError(
    text(
      '这是一个网页（HTML 或 XML）文件，只是扩展名为 .xls：请用 Excel 或 WPS 打开后另存为 .xlsx',
      'This is a web page (HTML or XML) named .xls. Open it in Excel or WPS and save as .xlsx',
    ),
  );

export const damagedWorkbook = (cause?: unknown) =>
  new SheetError(
    text(
      '文件已损坏或不是 .xlsx 工作簿，请用 Excel 或 WPS 重新保存',
      'The file is damaged or not an .xlsx workbook. Save it again in Excel or WPS',
    ),
    { cause },
  );
