import { text } from '#kernel/text/text.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { maxArticles } from '../../contract/law/law.ts';

/** Maximum bytes of a file with the text of a law, and of its text when unpacked. */
export const maxLawFileBytes = 10 * 1024 * 1024;
export const maxUnpackedLawBytes = 40 * 1024 * 1024;
/** Maximum characters of the text of a law: the longest have some 150,000. */
export const maxLawCharacters = 1_000_000;

export const lawFileTooLarge = () =>
  new SheetError(
    text('文件超过 10 MB，请删去其中的图片后重试', 'The file exceeds 10 MB. Remove its pictures and try again'),
  );

export const lawTextTooLong = () =>
  new SheetError(text('法规正文超过 100 万字，已拒绝读取', 'The text exceeds one million characters and was refused'));

export const lawFileDefinesEntities = () =>
  new SheetError(
    text(
      '文件内含 XML 实体定义，可能有害，已拒绝读取：请用 Word 或 WPS 打开后另存为 .docx',
      'The file defines XML entities, which can be harmful, and was refused. Open it in Word or WPS and save it as .docx',
    ),
  );

export const oldWordFile = () =>
  new SheetError(
    text(
      '不支持旧版 doc、wps 文件，请用 Word 或 WPS 另存为 docx 格式',
      'Old .doc and .wps files are not supported. Save it as .docx in Word or WPS',
    ),
  );

export const protectedWordFile = () =>
  new SheetError(
    text(
      '文件设有打开密码，请取消密码后另存再导入',
      'The file is password-protected. Remove the password, save it and import again',
    ),
  );

export const damagedLawFile = () =>
  new SheetError(
    text(
      '文件已损坏，或不是 docx、md、txt 文件，请用 Word 或 WPS 重新保存',
      'The file is damaged, or is not a .docx, .md or .txt file. Save it again in Word or WPS',
    ),
  );

export const noArticleFound = () =>
  new SheetError(
    text(
      '没有找到条文：条文须各以“第…条”开头另起一段。条号若是 Word 的自动编号，请先转为文字',
      'No article was found. Each article must begin a paragraph with its number, such as 第一条. Convert automatic numbering of Word to text first',
    ),
  );

export const tooManyArticles = () =>
  new SheetError(text(`一部法规最多 ${maxArticles} 条`, `A law has at most ${maxArticles} articles`));
