import type { Fields } from '../declaration/field.ts';
import type { OptionList } from '../option/declare-editable-option-list.ts';
import type { Text } from '../text/text.ts';
import { checkOfficialDocumentDeclaration } from './check-official-document-declaration.ts';

/**
 * A signature line: the text before it, and the number of people who sign (default: 1), each on a line of their own.
 * With `everyPage` they also sign at the foot of every page, as records of checks and inquiries require.
 */
export interface SignatureLine extends Text {
  readonly persons?: number;
  readonly everyPage?: true;
}

/**
 * A document that the authority issues: its content, numbering and signatures. Administrators maintain its wording as a
 * template; the default template is generated from this declaration.
 */
export interface OfficialDocument<F extends Fields = Fields> {
  /** `module/document`. */
  readonly name: string;
  readonly label: Text;
  /**
   * The resources whose rows the document can be about, each with the label of such a row. The pages of these rows list
   * the document.
   */
  readonly about?: Readonly<Record<string, Text>>;
  /** The initial values of a draft, by resource: field of the document → field of the row. */
  readonly fills?: Readonly<Record<string, Readonly<Partial<Record<keyof F & string, string>>>>>;
  /** Its fields. In the template each is a placeholder `{name}`. */
  readonly fields: F;
  /** The field with the addressee. The public check page masks it. */
  readonly party: string;
  /** It is addressed to nobody, as records and forms are: the party is printed among the fields. */
  readonly addressed?: false;
  /** Its numbering rule: `{authority}文综罚字〔{yyyy}〕{seq}号`. */
  readonly number: string;
  /** Its signatures in order: name of the placeholder → text before the line. */
  readonly signatures: Readonly<Record<string, SignatureLine>>;
  /** Whether somebody other than the authors has to approve it. */
  readonly approvedByAnother?: boolean;
  /** Values left empty are crossed out in print, so that nothing can be written into them afterwards. */
  readonly crossesOut?: true;
}

const declared = new Map<string, OfficialDocument>();

const subjects: Record<string, Text> = {};
/** The resources that declared documents can be about, with the labels of their rows. Each declaration adds its own. */
export const documentSubjects: Readonly<Record<string, Text>> = subjects;

/** Declares a document. The server checks its numbering rule when it starts (`checkDocumentNumberingRules`). */
export function declareDocument<const F extends Fields>(one: {
  readonly name: string;
  readonly label: Text;
  readonly about?: Readonly<Record<string, Text>>;
  readonly fills?: OfficialDocument<F>['fills'];
  readonly fields: F;
  readonly party: keyof F & string;
  readonly addressed?: false;
  readonly number: string;
  readonly signatures?: Readonly<Record<string, SignatureLine>>;
  readonly approvedByAnother?: boolean;
  readonly crossesOut?: true;
}): OfficialDocument<F> {
  checkOfficialDocumentDeclaration(one, platformPlaceholders);
  const { fills, ...rest } = one;
  const made: OfficialDocument<F> = { ...rest, ...(fills ? { fills } : {}), signatures: one.signatures ?? {} };
  declared.set(made.name, made);
  const sorted = Object.entries({ ...subjects, ...one.about }).sort(([name], [other]) => (name < other ? -1 : 1));
  for (const name of Object.keys(subjects)) delete subjects[name];
  Object.assign(subjects, Object.fromEntries(sorted));
  return made;
}

/** Placeholders that the platform fills in itself. */
export const platformPlaceholders = ['number', 'authority', 'issued_on', 'title'] as const;

/** All declared documents, sorted by name, because modules are loaded in any order. */
export const declaredDocuments = (): readonly OfficialDocument[] =>
  [...declared.values()].sort((one, other) => (one.name < other.name ? -1 : 1));

export const findDocument = (name: string): OfficialDocument | undefined => declared.get(name);

/**
 * The names of the documents that another officer has to approve. `of` also contains documents that are declared later.
 */
export const documentsApprovedByAnother = {
  get of(): readonly string[] {
    return declaredDocuments()
      .filter((one) => one.approvedByAnother)
      .map(({ name }) => name);
  },
};

/** All declared documents, as options of a select. */
export const documentOptions: Pick<OptionList, 'options'> = {
  get options() {
    return Object.fromEntries(declaredDocuments().map((one) => [one.name, one.label]));
  },
};
