import { formatArticleNumber } from '../../contract/law/article-number.ts';
import { maxArticles } from '../../contract/law/law.ts';
import type { FoundArticle, LawTextPreview } from '../../contract/law/law-text-preview-and-problems.ts';
import { noArticleFound, tooManyArticles } from './law-file-limits-and-errors.ts';
import { articleKey, type LawArticle, type LawText } from './split-law-text-into-articles.ts';

/** Maximum characters of an article (`library/article`), and of the headings it stands under. */
const maxText = 20_000;
const maxChapter = 200;
/** Lines before the first article that are shown: title and dates, not the contents. */
const maxPreamble = 20;

/** What a text contains, in the form of rows of a law. Refuses a text without articles. */
export function convertParsedLawTextToImportPreview({ preamble, articles, problems }: LawText): LawTextPreview {
  if (articles.length === 0) throw noArticleFound();
  if (articles.length > maxArticles) throw tooManyArticles();
  const found = articles.map(toRow);
  const names = new Map(articles.map((one) => [articleKey(one), formatArticleNumber(one)]));
  return {
    preamble: preamble.slice(0, maxPreamble).map((line) => line.slice(0, 300)),
    articles: found,
    problems: [
      ...problems.map(({ article, problem }) => ({ article_no: names.get(article) ?? article, problem })),
      ...found
        .filter(({ text }) => (text?.length ?? 0) > maxText)
        .map(({ article_no }) => ({ article_no, problem: 'long' as const })),
    ],
  };
}

function toRow({ number, inserted, headings, paragraphs }: LawArticle): FoundArticle {
  const text = paragraphs.flatMap((one) => [one.text, ...one.items]).join('\n');
  return {
    number,
    inserted,
    article_no: formatArticleNumber({ number, inserted }),
    chapter: headings.join(' / ').slice(0, maxChapter) || null,
    text: text || null,
    complete: text ? '1' : '0',
  };
}
