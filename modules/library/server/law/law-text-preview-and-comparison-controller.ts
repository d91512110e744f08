import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { law } from '../../contract/law/law.ts';
import {
  type LawTextPreview,
  type LawTextProblem,
  lawTextProblems,
} from '../../contract/law/law-text-preview-and-problems.ts';
import { versionedArticleSchema } from './article-search-and-versions-controller.ts';
import { compareLawVersions } from './compare-law-versions.ts';
import { convertParsedLawTextToImportPreview } from './convert-parsed-law-text-to-import-preview.ts';
import { lawFileTooLarge, maxLawFileBytes } from './law-file-limits-and-errors.ts';
import { readLawFileInWorkerThread } from './read-law-file-in-worker-thread.ts';
import { parseLawText } from './split-law-text-into-articles.ts';

/** Maximum characters of a pasted text; the body of a call holds no more. */
const maxPasted = 300_000;

const answer = object({
  preamble: list(string),
  articles: list(
    object({
      number: integer,
      inserted: integer,
      article_no: string,
      chapter: orNull(string),
      text: orNull(string),
      complete: enumOf('0', '1'),
    }),
  ),
  problems: list(
    object({ article_no: string, problem: enumOf(...(Object.keys(lawTextProblems) as LawTextProblem[])) }),
  ),
});

/** The articles of an uploaded file. */
async function readFile({ request }: Call): Promise<LawTextPreview> {
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: maxLawFileBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw part.file.truncated ? lawFileTooLarge() : error;
  });
  if (bytes.length > maxLawFileBytes) throw lawFileTooLarge();
  return convertParsedLawTextToImportPreview(await readLawFileInWorkerThread(bytes));
}

const shared = { gate: 'rule', methods: ['POST'], silent: true, preview: true } as const;

/**
 * `POST library.law/readText` and `/readFile`: what articles a text contains, before it is taken. Nothing is stored. `GET
 * library.law/compare`: two versions, article by article.
 */
export const lawTextPreviewAndComparisonController: Controller = {
  app: 'admin',
  name: 'library.law',
  actions: {
    readText: call({
      ...shared,
      node: `${law.name}/edit`,
      limit: { perMinute: 30 },
      summary: text('识别粘贴的法规文本中的条文', 'Find the articles in the pasted text of a law'),
      inputFrom: 'body',
      input: {
        text: field.textarea(text('法规文本', 'Text of the law'), { required: true, max: maxPasted }),
      },
      answer,
      run: ({ input }) => convertParsedLawTextToImportPreview(parseLawText(input.text)),
    }),
    readFile: call({
      ...shared,
      node: `${law.name}/edit`,
      // each occupies a thread
      limit: { perMinute: 12 },
      summary: text('识别法规文件中的条文', 'Find the articles in a file with the text of a law'),
      description: text(
        'docx、md 或 txt 文件，最大 10 MB；文件不保存。',
        'A .docx, .md or .txt file of at most 10 MB. The file is not stored.',
      ),
      upload: true,
      answer,
      run: readFile,
    }),
    compare: call({
      gate: 'rule',
      node: `${law.name}/index`,
      summary: text('逐条对照法规的两个版本', 'Compare two versions of a law article by article'),
      input: {
        before: rowKeyInput(text('原版本', 'Earlier version')),
        after: rowKeyInput(text('新版本', 'Later version')),
      },
      answer: object({
        pairs: list(object({ before: orNull(versionedArticleSchema), after: orNull(versionedArticleSchema) })),
        same: integer,
      }),
      run: ({ engine, input }) => compareLawVersions(engine.db, input.before, input.after),
    }),
  },
};
