import type { Fields } from '../declaration/field.ts';
import type { OptionList } from '../option/option-list.ts';
import type { Text } from '../text/text.ts';
import { checkDocumentDeclaration } from './check-official-document.ts';

/** A signature line: the text before it, and the number of signatories (default: one), each on a line of their own. */
export interface Signature extends Text {
  readonly persons?: number;
}

/**
 * A document the authority issues: its content, numbering and signatures. Administrators maintain its wording as a
 * template; the default layout comes from this declaration.
 */
export interface Document<F extends Fields = Fields> {
  /** `module/document`. */
  readonly name: string;
  readonly label: Text;
  /** The resources whose rows it may be about, each with the label of such a row. Their pages list the document. */
  readonly about?: Readonly<Record<string, Text>>;
  /** Initial values of a draft, by resource: field of the document → field of the row. */
  readonly fills?: Readonly<Record<string, Readonly<Partial<Record<keyof F & string, string>>>>>;
  /** Its fields; `{name}` in the template. */
  readonly fields: F;
  /** The field with the addressee. The public check page masks it. */
  readonly party: string;
  /** Numbering rule: `{authority}文综罚字〔{yyyy}〕{seq}号`. */
  readonly number: string;
  /** Signatures in order: name of the placeholder → text before the line. */
  readonly signatures: Readonly<Record<string, Signature>>;
  /** Whether the law requires approval by somebody other than the authors. */
  readonly approvedByAnother?: boolean;
}

const declared = new Map<string, Document>();

const subjects: Record<string, Text> = {};
/** Everything a declared document may be about. Filled as documents are declared. */
export const documentSubjects: Readonly<Record<string, Text>> = subjects;

/** Declares a document. The server checks its numbering rule at the start (`checkDocumentNumberingRules`). */
export function declareDocument<const F extends Fields>(one: {
  readonly name: string;
  readonly label: Text;
  readonly about?: Readonly<Record<string, Text>>;
  readonly fills?: Document<F>['fills'];
  readonly fields: F;
  readonly party: keyof F & string;
  readonly number: string;
  readonly signatures?: Readonly<Record<string, Signature>>;
  readonly approvedByAnother?: boolean;
}): Document<F> {
  checkDocumentDeclaration(one, platformPlaces);
  const { fills, ...rest } = one;
  const made: Document<F> = { ...rest, ...(fills ? { fills } : {}), signatures: one.signatures ?? {} };
  declared.set(made.name, made);
  const sorted = Object.entries({ ...subjects, ...one.about }).sort(([name], [other]) => (name < other ? -1 : 1));
  for (const name of Object.keys(subjects)) delete subjects[name];
  Object.assign(subjects, Object.fromEntries(sorted));
  return made;
}

/** Placeholders that the platform fills in itself. */
export const platformPlaces = ['number', 'authority', 'issued_on', 'title'] as const;

export const declaredDocuments = (): readonly Document[] => [...declared.values()];

export const findDocument = (name: string): Document | undefined => declared.get(name);

/** Names of the documents that need approval by another officer, including those declared later. */
export const approvedByAnother = {
  get of(): readonly string[] {
    return [...declared.values()].filter((one) => one.approvedByAnother).map(({ name }) => name);
  },
};

/** All declared documents as options of a select. */
export const documents: Pick<OptionList, 'options'> = {
  get options() {
    return Object.fromEntries([...declared.values()].map((one) => [one.name, one.label]));
  },
};
