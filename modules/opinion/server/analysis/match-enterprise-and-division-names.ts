import { PhraseIndex } from './find-many-phrases-in-text.ts';
import { normaliseTextForComparison } from './normalise-text-for-comparison.ts';

/** An enterprise (scenic spots among them) or a division that posts may be about. */
export type NamedSubject =
  | { readonly of: 'enterprise'; readonly id: number; readonly area: string }
  | { readonly of: 'area'; readonly area: string };

export interface MatchedSubjects {
  /** Keys of enterprises, the one named first at first. */
  readonly enterprises: readonly number[];
  /** Code of the most particular division: of the first enterprise, else of a division that is named. */
  readonly area: string | undefined;
}

/** Words at the end of names that people leave out: 石林彝族自治县 is called 石林. */
const nationalities =
  '蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|高山|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|京|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺|各';
const divisionEndings = new RegExp(
  `(?:(?:(?:${nationalities})族)+自治[州县旗]|(?:壮族|回族|维吾尔)?自治区|地区|特别行政区|[省市州盟县区旗])$`,
  'u',
);
const enterpriseEndings = /(?:股份有限公司|有限责任公司|有限公司|集团)$/u;
/** Shorter names occur in other words. */
const shortestEnterprise = 4;

/** How people write the name of an enterprise, the registered one first. */
export const enterpriseNames = (name: string, short: string | null): readonly string[] =>
  [name, name.replace(enterpriseEndings, ''), short ?? ''].filter((one) => one.length >= shortestEnterprise);

/** The spellings of the name of a division in texts. */
export const divisionNames = (name: string): readonly string[] =>
  [name, name.replace(divisionEndings, '')].filter((one) => one.length >= 2);

/** The level of a code of GB/T 2260: more particular divisions have fewer zeros at the end. */
const detailOf = (code: string) => code.replace(/(00){1,2}$/, '').length;

/**
 * The subjects that a text names, of those in the area of its source: `isWithin` says whether a code lies there. Several
 * subjects may have one name.
 */
export function matchEnterprisesAndDivisions(
  names: SubjectNames,
  isWithin: (area: string) => boolean,
  title: string,
  content: string,
): MatchedSubjects {
  const enterprises = new Set<number>();
  let ofEnterprise: string | undefined;
  let ofDivision: string | undefined;
  for (const { value: subjects } of names.find(
    `${normaliseTextForComparison(title)} ${normaliseTextForComparison(content)}`,
  )) {
    const subject = subjects.find(({ area }) => isWithin(area));
    if (subject?.of === 'enterprise') {
      enterprises.add(subject.id);
      ofEnterprise ??= subject.area;
    } else if (subject && (ofDivision === undefined || detailOf(subject.area) > detailOf(ofDivision)))
      ofDivision = subject.area;
  }
  return { enterprises: [...enterprises], area: ofEnterprise ?? ofDivision };
}

export type SubjectNames = PhraseIndex<readonly NamedSubject[]>;

/** The subjects by the names that people write. */
export function indexSubjectNames(names: Iterable<readonly [name: string, subject: NamedSubject]>): SubjectNames {
  const byName = new Map<string, NamedSubject[]>();
  for (const [name, subject] of names) {
    const same = byName.get(name);
    if (same) same.push(subject);
    else byName.set(name, [subject]);
  }
  return new PhraseIndex(byName);
}
