import type { Option } from '../declaration/option.ts';
import type { Text } from '../text/text.ts';

/** An option of a list with the days on which it may be chosen, both inclusive. It remains readable for ever. */
export interface ListedOption extends Option {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** An option list that administrators maintain: choices of a select whose terms are changed by law or by the office. */
export interface OptionList<K extends string = string> {
  /** `module/list`; its options are stored under this name. */
  readonly name: string;
  readonly label: Text;
  /** Options of a new database, in order. */
  readonly initial: Readonly<Record<K, Option>>;
  /** Keys the code relies on. They can be renamed but not retired. */
  readonly system: readonly K[];
  /** The current options in order, including retired ones. */
  readonly options: Readonly<Record<string, ListedOption>>;
}

const declared = new Map<string, OptionList>();
/** Also for lists declared later, because parts of the program load on demand. */
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

/** Values are separated by commas in lists, on the wire and in spreadsheets. */
export const isOptionValue = (value: string): boolean => /^[^,，、;；]{1,60}$/.test(value.trim());

/**
 * Names for values that only the server declares, such as its messages. The server sends the labels; nobody edits them.
 */
export function serverOptionNames(name: string): Pick<OptionList, 'name' | 'options'> {
  return {
    name,
    get options() {
      return storedOptions(name) ?? {};
    },
  };
}

/**
 * All declared option lists, as an option list of their own, which stored options refer to. The server sends pages
 * those their forms do not load.
 */
export const optionLists: Pick<OptionList, 'name' | 'options'> = {
  name: 'system/list',
  get options() {
    return storedOptions('system/list') ?? optionListNames();
  },
};

/** Labels of the declared lists, by name. */
export const optionListNames = (): Readonly<Record<string, Text>> =>
  Object.fromEntries(declaredOptionLists().map((one) => [one.name, one.label]));

/** Sorted by name, because the order in which modules load is arbitrary. */
export const declaredOptionLists = (): readonly OptionList[] =>
  [...declared.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
export const findOptionList = (name: string): OptionList | undefined => declared.get(name);

/** The options of every list in the database. A process uses one database, a page one server. */
export type StoredOptionLists = Readonly<Record<string, Readonly<Record<string, ListedOption>>>>;

/** Replaces the options of all lists. A list that is missing gets its initial options. */
export function setStoredOptionLists(lists: StoredOptionLists): void {
  stored = lists;
}
