import { serverOptionNames } from '../option/option-list.ts';
import { defaultLocale, type Locale, type Text, textIn } from '../text/text.ts';
import type { NoticeKind } from './notice.ts';

/** What is filled into a message: `{name}` in its words. */
export interface TemplatePlace extends Text {
  /** What a preview fills in. */
  readonly sample: string;
  /** A message without it would be of no use; no words may leave it out. */
  readonly needed?: true;
}

/**
 * How much a message hurries. A code or an alert goes at any hour and before all others; news, which nobody asked for,
 * goes last and never at night; everything else is a notice of what was decided about somebody.
 */
export type Urgency = 'code' | 'alert' | 'notice' | 'news';

/** A message the product sends, in the words it ships with; administrators may keep others. */
export interface MessageTemplate<P extends string = string> {
  /** By which the queue, the provider and the words that are kept know it: `enterprise_returned`. */
  readonly code: string;
  readonly label: Text;
  readonly text: Text;
  /** `notice` unless told. */
  readonly urgency?: Urgency;
  /** It stands in the inbox of whom it concerns as well, as a message of this kind. */
  readonly inbox?: NoticeKind;
  /** Where it leads from there, below `/admin` or `/user`; to the record it is about unless told. */
  readonly opens?: string;
  readonly places: Readonly<Record<P, TemplatePlace>>;
}

/**
 * Declares a message: `messageTemplate({ code: 'claim_approved', label, text: text('{name}的认领申请已通过', …), places:
 * { name: { ...text('企业', 'Enterprise'), sample: '昆明某旅行社' } } })`.
 */
export function messageTemplate<const P extends string>(one: MessageTemplate<P>): MessageTemplate<P> {
  if (!/^[a-z]\w{2,40}$/.test(one.code)) throw new Error(`message ${one.code}: snake_case expected`);
  for (const wording of [one.text['zh-cn'], one.text.en])
    for (const fault of [unknownPlaces(one, wording), missingPlaces(one, wording)])
      if (fault.length > 0)
        throw new Error(`message ${one.code}: “${wording}” and its places differ in ${fault.join(', ')}`);
  return one;
}

/** What messages are called, by their code: in a queue, and where one is chosen. */
export const messageNames = serverOptionNames('message/template');

/** Most characters of the words of a message, before they are filled in. */
export const maxMessageLength = 500;

/** The names in a wording; of `{n|team|teams}`, a word that goes with a number, that of the number. */
const named = (wording: string): string[] =>
  [...wording.matchAll(/\{([^{}|]*)(?:\|[^{}|]*\|[^{}|]*)?\}/g)].map(([, name]) => name as string);

/** Places in words, each once, in the order they stand in: the order providers number them in. */
export const placesIn = (wording: string): string[] => [...new Set(named(wording))];

/** Places in words that the message knows nothing of. */
export const unknownPlaces = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] => [
  ...placesIn(wording).filter((name) => !Object.hasOwn(places, name)),
];

/** Places the message needs and the words leave out. */
export const missingPlaces = ({ places }: Pick<MessageTemplate, 'places'>, wording: string): string[] =>
  Object.keys(places).filter((name) => places[name]?.needed && !named(wording).includes(name));

/** A message in one language; what is not told is left empty. */
export const fillMessage = <P extends string>(
  { places }: Pick<MessageTemplate<P>, 'places'>,
  wording: Text,
  values: Readonly<Record<P, string>>,
  locale: Locale = defaultLocale,
): string =>
  textIn(wording, locale, { ...Object.fromEntries(Object.keys(places).map((name) => [name, ''])), ...values });

/** With what stands there as an example. */
export const sampleMessage = (one: Pick<MessageTemplate, 'places'>, wording: string): string =>
  fillMessage(
    one,
    { 'zh-cn': wording, en: wording },
    Object.fromEntries(Object.entries(one.places).map(([name, { sample }]) => [name, sample])),
  );

/** One message has 70 UTF-16 units; a longer one travels in parts of 67 (3GPP TS 23.040, UCS-2), each of which is paid. */
export const messageParts = (content: string): number =>
  content.length <= 70 ? Math.min(1, content.length) : Math.ceil(content.length / 67);
