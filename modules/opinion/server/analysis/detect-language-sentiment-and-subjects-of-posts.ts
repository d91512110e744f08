import { setImmediate as breathe } from 'node:timers/promises';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ItemLanguage } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import type { PhraseIndex } from './find-many-phrases-in-text.ts';
import { matchEnterprisesAndDivisions, type SubjectNames } from './match-enterprise-and-division-names.ts';
import { readEnterpriseSpotAndDivisionNames } from './read-enterprise-spot-and-division-names.ts';
import { lexiconOf, type Sentiment, scoreText, type Term } from './score-sentiment-by-lexicon.ts';
import { type SimHash, simHashOf } from './simhash-of-text.ts';

/** Result of the analysis of a post. */
export interface ItemAnalysis {
  readonly hash: SimHash | undefined;
  readonly language: ItemLanguage;
  readonly score: number;
  readonly predicted: Sentiment;
  readonly terms: readonly number[];
  readonly sensitive: boolean;
  readonly mentions: readonly number[];
  /** Code of the division that it is about. Undefined: it names none within the area of the source. */
  readonly area: string | undefined;
}

/** Lexicon, names and topics that posts are compared with. */
export interface AnalysisBasis {
  readonly lexicon: PhraseIndex<Term>;
  readonly names: SubjectNames;
}

export async function readAnalysisBasis(engine: Engine, db: Queryable): Promise<AnalysisBasis> {
  const terms = await db.rows<Term>(
    sql`select id, word, kind, coalesce(learnt, weight) as weight from opinion_term where open order by id`,
  );
  return { lexicon: lexiconOf(terms), names: await readEnterpriseSpotAndDivisionNames(engine, db) };
}

/** The language of most letters. */
export function languageOf(content: string): ItemLanguage {
  const han = content.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = content.match(/[a-z]/gi)?.length ?? 0;
  // a word has some five letters, and a word of Chinese two characters
  if (han > 0 && han * 2.5 >= latin) return 'zh';
  return latin > 0 ? 'en' : 'other';
}

/** Analyses one post of a source of an area. */
export function analyseOpinionItem(
  { lexicon, names }: AnalysisBasis,
  sourceArea: string,
  { title, content }: { readonly title: string; readonly content: string },
): ItemAnalysis {
  const prefix = areaPrefix(sourceArea);
  const { score, sentiment, terms, sensitive } = scoreText(lexicon, title, content);
  const { enterprises, area } = matchEnterprisesAndDivisions(names, (code) => code.startsWith(prefix), title, content);
  return {
    // a title that repeats the beginning of the text says nothing more
    hash: simHashOf(content.startsWith(title) ? content : `${title} ${content}`),
    language: languageOf(content),
    score,
    predicted: sentiment,
    terms,
    sensitive: sensitive.length > 0,
    mentions: enterprises,
    area,
  };
}

/** Posts analysed before other work of the process has its turn; each takes a tenth of a millisecond, long ones ten. */
const atOnce = 20;

export async function analyseOpinionItems(
  basis: AnalysisBasis,
  sourceArea: string,
  items: readonly { readonly title: string; readonly content: string }[],
): Promise<ItemAnalysis[]> {
  const found: ItemAnalysis[] = [];
  for (const [place, item] of items.entries()) {
    if (place % atOnce === atOnce - 1) await breathe();
    found.push(analyseOpinionItem(basis, sourceArea, item));
  }
  return found;
}
