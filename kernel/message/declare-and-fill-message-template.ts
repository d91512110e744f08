import { optionsFromServer } from '../option/declare-editable-option-list.ts';
import { defaultLocale, type Locale, type Text, textIn } from '../text/text.ts';
import type { InboxMessageKind } from './inbox-message-kind.ts';

/** A placeholder of a message: `{name}` in its text. */
export interface TemplatePlaceholder extends Text {
  /** Value in previews. */
  readonly sample: string;
  /** A text without this placeholder is refused, because the message would be useless. */
  readonly needed?: true;
}

/**
 * The priority of a message. Codes and alerts are sent at any hour, before all others. News, which nobody has asked
 * for, is sent last and never at night. Everything else is a notice, such as what was decided about somebody.
 */
export type Urgency = 'code' | 'alert' | 'notice' | 'news';

/** A message that the product sends, with its built-in texts. Administrators can replace them. */
export interface MessageTemplate<P extends string = string> {
  /**
   * The code that identifies the message in the queue, at the provider and in replaced texts: `enterprise_returned`.
   */
  readonly code: string;
  readonly label: Text;
  readonly text: Text;
  /** Default: `inboxNotice`. */
  readonly urgency?: Urgency;
  /** The message is also delivered to the inbox, as this kind. */
  readonly inbox?: InboxMessageKind;
  /**
   * Where its link in the inbox leads: a path below `/admin` or `/user`. Default: the record that the message is about.
   */
  readonly opens?: string;
  readonly places: Readonly<Record<P, TemplatePlaceholder>>;
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

/** The labels of messages by their codes, for queues and pickers. */
export const messageNames = optionsFromServer('message/template');

/** Maximum number of characters of a text before placeholders are filled in. */
export const maxMessageLength = 500;

/**
 * The names of the placeholders in a text. In `{n|team|teams}`, a word that depends on a number, it is the name of the
 * number.
 */
const named = (wording: string): string[] =>
  [...wording.matchAll(/\{([^{}|]*)(?:\|[^{}|]*\|[^{}|]*)?\}/g)].map(([, name]) => name as string);

/**
 * The placeholders of a text, each once, in the order in which they first appear. Providers number them in this order.
 */
export const placeholdersIn = (wording: string): string[] => [...new Set(named(wording))];

/** Placeholders of a text that the message does not declare. */
export const unknownPlaceholders = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] => [
  ...placeholdersIn(wording).filter((name) => !Object.hasOwn(places, name)),
];

/** Required placeholders missing from a text. */
export const missingPlaceholders = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] =>
  Object.keys(places).filter((name) => places[name]?.needed && !named(wording).includes(name));

/** Fills in the text of a message in one language. Placeholders without a value become empty. */
export const fillMessage = <P extends string>(
  { places }: Pick<MessageTemplate<P>, 'places'>,
  wording: Text,
  values: Readonly<Record<P, string>>,
  locale: Locale = defaultLocale,
): string =>
  textIn(wording, locale, { ...Object.fromEntries(Object.keys(places).map((name) => [name, ''])), ...values });

/** Fills in a text with sample values. */
export const sampleMessage = (one: Pick<MessageTemplate, 'places'>, wording: string): string =>
  fillMessage(
    one,
    { 'zh-cn': wording, en: wording },
    Object.fromEntries(Object.entries(one.places).map(([name, { sample }]) => [name, sample])),
  );

/**
 * The number of text messages that are billed for a content. One message has 70 UTF-16 units; longer ones are sent in
 * parts of 67 (3GPP TS 23.040, UCS-2).
 */
export const countBilledSmsParts = (content: string): number =>
  content.length <= 70 ? Math.min(1, content.length) : Math.ceil(content.length / 67);
