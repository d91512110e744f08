import { serverOptionNames } from '../option/option-list.ts';
import { defaultLocale, type Locale, type Text, textIn } from '../text/text.ts';
import type { InboxMessageKind } from './inbox-message-kind.ts';

/** A placeholder of a message: `{name}` in its text. */
export interface TemplatePlace extends Text {
  /** Value in previews. */
  readonly sample: string;
  /** Required: a text without it is refused, because the message would be useless. */
  readonly needed?: true;
}

/**
 * Priority of a message. Codes and alerts are sent at any hour, before all others. News, which nobody requested, is
 * sent last and never at night. Notices are everything else: what was decided about somebody.
 */
export type Urgency = 'code' | 'alert' | 'notice' | 'news';

/** A message the product sends, with its built-in texts. Administrators can override them. */
export interface MessageTemplate<P extends string = string> {
  /** Code that identifies it in the queue, at the provider and in overridden texts: `enterprise_returned`. */
  readonly code: string;
  readonly label: Text;
  readonly text: Text;
  /** Default: `notice`. */
  readonly urgency?: Urgency;
  /** Also delivered to the inbox, as a message of this kind. */
  readonly inbox?: InboxMessageKind;
  /** Link path from the inbox, below `/admin` or `/user`. Default: the record the message is about. */
  readonly opens?: string;
  readonly places: Readonly<Record<P, TemplatePlace>>;
}

/**
 * Declares a message: `messageTemplate({ code: 'claim_approved', label, text: text('{name}的认领申请已通过', …), places: {
 * name: { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' } } })`.
 */
export function messageTemplate<const P extends string>(one: MessageTemplate<P>): MessageTemplate<P> {
  if (!/^[a-z]\w{2,40}$/.test(one.code)) throw new Error(`message ${one.code}: snake_case expected`);
  for (const wording of [one.text['zh-cn'], one.text.en])
    for (const fault of [unknownPlaceholders(one, wording), missingPlaceholders(one, wording)])
      if (fault.length > 0)
        throw new Error(`message ${one.code}: “${wording}” and its places differ in ${fault.join(', ')}`);
  return one;
}

/** Labels of messages by code, for queues and pickers. */
export const messageNames = serverOptionNames('message/template');

/** Maximum number of characters of a text before placeholders are filled in. */
export const maxMessageLength = 500;

/** Placeholder names in a text. For `{n|team|teams}`, a word inflected by a number, the name of the number. */
const named = (wording: string): string[] =>
  [...wording.matchAll(/\{([^{}|]*)(?:\|[^{}|]*\|[^{}|]*)?\}/g)].map(([, name]) => name as string);

/** Distinct placeholders of a text in order of appearance, which is the order in which providers number them. */
export const placesIn = (wording: string): string[] => [...new Set(named(wording))];

/** Placeholders of a text that the message does not declare. */
export const unknownPlaceholders = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] => [
  ...placesIn(wording).filter((name) => !Object.hasOwn(places, name)),
];

/** Required placeholders missing from a text. */
export const missingPlaceholders = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] =>
  Object.keys(places).filter((name) => places[name]?.needed && !named(wording).includes(name));

/** The text of a message in one language. Missing values become empty. */
export const fillMessage = <P extends string>(
  { places }: Pick<MessageTemplate<P>, 'places'>,
  wording: Text,
  values: Readonly<Record<P, string>>,
  locale: Locale = defaultLocale,
): string =>
  textIn(wording, locale, { ...Object.fromEntries(Object.keys(places).map((name) => [name, ''])), ...values });

/** The text filled with sample values. */
export const sampleMessage = (one: Pick<MessageTemplate, 'places'>, wording: string): string =>
  fillMessage(
    one,
    { 'zh-cn': wording, en: wording },
    Object.fromEntries(Object.entries(one.places).map(([name, { sample }]) => [name, sample])),
  );

/**
 * Number of text messages billed for a content: one has 70 UTF-16 units, longer ones are sent in parts of 67 (3GPP TS
 * 23.040, UCS-2).
 */
export const messageParts = (content: string): number =>
  content.length <= 70 ? Math.min(1, content.length) : Math.ceil(content.length / 67);
