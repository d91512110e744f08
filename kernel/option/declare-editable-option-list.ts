import type { Option } from '../declaration/select-option-with-label-color-tone.ts';
import type { Text } from '../text/text.ts';

/**
 * An option of a list, with the first and the last day on which it may be chosen. Rows that have it show its label for
 * ever.
 */
export interface ListedOption extends Option {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** A list of options that administrators maintain, for selects whose options are changed by law or by the office. */
export interface OptionList<K extends string = string> {
  /** `module/list`; its options are stored under this name. */
  readonly name: string;
  readonly label: Text;
  /** Options of a new database, in order. */
  readonly initial: Readonly<Record<K, Option>>;
  /** Keys on which the code relies. Administrators can rename these options, but not retire them. */
  readonly system: readonly K[];
  /** The current options in order, including retired ones. */
  readonly options: Readonly<Record<string, ListedOption>>;
}

const declared = new Map<string, OptionList>();
/** Contains lists that are declared later too, because parts of the program are loaded on demand. */
let stored: StoredOptionLists = {};
const storedOptions = (name: string) => (Object.hasOwn(stored, name) ? stored[name] : undefined);

/** Declares an option list: `field.select(label, { optionList: returnReasons })` offers it. */
export function optionList<const K extends string>(one: {
  readonly name: string;
  readonly label: Text;
  readonly initial: Readonly<Record<K, Option>>;
  readonly system?: readonly NoInfer<K>[];
}): OptionList<K> {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(one.name)) throw new Error(`option list ${one.name}: module/list expected`);
  const wrong = Object.keys(one.initial).find((value) => !isOptionValue(value));
  if (wrong !== undefined) throw new Error(`option list ${one.name}: ${wrong} cannot be the value of an option`);
  const list: OptionList<K> = {
    name: one.name,
    label: one.label,
    initial: one.initial,
    system: one.system ?? [],
    get options() {
      return storedOptions(one.name) ?? one.initial;
    },
  };
  declared.set(list.name, list);
  return list;
}

/**
 * Whether a text can be the key of an option. Commas and semicolons are excluded, because they separate keys on the
 * wire and in spreadsheets.
 */
export const isOptionValue = (value: string): boolean => /^[^,，、;；]{1,60}$/.test(value.trim());

/**
 * Labels for values that only the server declares, such as its messages. The server sends them, and nobody edits them.
 */
export function optionsFromServer(name: string): Pick<OptionList, 'name' | 'options'> {
  return {
    name,
    get options() {
      return storedOptions(name) ?? {};
    },
  };
}

/**
 * All declared option lists as options, to which stored options refer. The server sends the names of lists that a page
 * has not loaded.
 */
export const optionListsAsOptions: Pick<OptionList, 'name' | 'options'> = {
  name: 'system/list',
  get options() {
    return storedOptions('system/list') ?? optionListNames();
  },
};

/** The labels of the declared lists, by name. */
export const optionListNames = (): Readonly<Record<string, Text>> =>
  Object.fromEntries(declaredOptionLists().map((one) => [one.name, one.label]));

/** All declared lists, sorted by name, because modules are loaded in any order. */
export const declaredOptionLists = (): readonly OptionList[] =>
  [...declared.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
export const findOptionList = (name: string): OptionList | undefined => declared.get(name);

/**
 * The options of every list, as stored in the database. One set per process is enough: a server uses one database, and
 * a page one server.
 */
export type StoredOptionLists = Readonly<Record<string, Readonly<Record<string, ListedOption>>>>;

/** Replaces the stored options of all lists. A list that is missing has its initial options again. */
export function setStoredOptionLists(lists: StoredOptionLists): void {
  stored = lists;
}
