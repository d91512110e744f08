import type { Option } from '../declaration/option.ts';
import type { Text } from '../text/text.ts';

/** A word of a list: an option with the days it may be chosen on, both included. It can be read for ever. */
export interface ListedOption extends Option {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** A list of words that administrators keep: what a select offers where the law or the office changes its terms. */
export interface OptionList<K extends string = string> {
  /** `module/list`; words are stored under it. */
  readonly name: string;
  readonly label: Text;
  /** What a new database begins with, in order. */
  readonly initial: Readonly<Record<K, Option>>;
  /** Words the code relies on: they can be renamed, never retired. */
  readonly system: readonly K[];
  /** The words as they are now, in order, with those that are retired. */
  readonly options: Readonly<Record<string, ListedOption>>;
}

const declared = new Map<string, OptionList>();
/** Also of lists that are declared later: parts of the program are loaded when they are wanted. */
let stored: StoredOptionLists = {};
const storedOptions = (name: string) => (Object.hasOwn(stored, name) ? stored[name] : undefined);

/** Declares a list of words: `field.select(label, { optionList: returnReasons })` offers them. */
export function optionList<const K extends string>(one: {
  readonly name: string;
  readonly label: Text;
  readonly initial: Readonly<Record<K, Option>>;
  readonly system?: readonly NoInfer<K>[];
}): OptionList<K> {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(one.name)) throw new Error(`words ${one.name}: module/list expected`);
  const wrong = Object.keys(one.initial).find((value) => !isOptionValue(value));
  if (wrong !== undefined) throw new Error(`words ${one.name}: ${wrong} cannot be the value of a word`);
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

/** Values stand in lists separated by commas, on the wire and in sheets. */
export const isOptionValue = (value: string): boolean => /^[^,，、;；]{1,60}$/.test(value.trim());

/** Values the server alone declares, such as the messages it sends: named here as it tells, and nobody keeps their words. */
export function serverOptionNames(name: string): Pick<OptionList, 'name' | 'options'> {
  return {
    name,
    get options() {
      return storedOptions(name) ?? {};
    },
  };
}

/**
 * Every list that is declared, itself a list of words: what the words of the database belong to. The server tells pages of
 * those no form of theirs asks for.
 */
export const optionLists: Pick<OptionList, 'name' | 'options'> = {
  name: 'system/list',
  get options() {
    return storedOptions('system/list') ?? optionListNames();
  },
};

/** Names of the lists declared here, by list. */
export const optionListNames = (): Readonly<Record<string, Text>> =>
  Object.fromEntries(declaredOptionLists().map((one) => [one.name, one.label]));

/** By name: which module a process happens to load first says nothing. */
export const declaredOptionLists = (): readonly OptionList[] =>
  [...declared.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
export const findOptionList = (name: string): OptionList | undefined => declared.get(name);

/** The words of every list as the database has them. A process speaks one database, a page one server. */
export type StoredOptionLists = Readonly<Record<string, Readonly<Record<string, ListedOption>>>>;

/** Makes these the words of all lists; a list that is not among them has what it began with. */
export function setStoredOptionLists(lists: StoredOptionLists): void {
  stored = lists;
}
