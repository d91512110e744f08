import type { AnyField, Fields } from '../declaration/field.ts';
import { kindOf } from '../field/field.ts';
import { richTextToPlain } from '../text/rich-text.ts';
import { type Locale, type Text, text, textIn } from '../text/text.ts';
import {
  type BannedWord,
  type FoundBannedWord,
  screenTextAgainstBannedWordList,
} from './screen-text-against-banned-word-list.ts';

const texts = {
  refused: text('“{excerpt}”含有禁用词（{why}）', 'Banned expression in “{excerpt}” ({why})'),
  replaced: text(
    '“{excerpt}”含有禁用词（{why}），可改为“{replacement}”',
    'Banned expression in “{excerpt}” ({why}); “{replacement}” may be used instead',
  ),
  doubtful: text('“{excerpt}”中的用语请核对（{why}）', 'Please check the expression in “{excerpt}” ({why})'),
  advised: text(
    '“{excerpt}”中的用语请核对（{why}），可改为“{replacement}”',
    'Please check the expression in “{excerpt}” ({why}); “{replacement}” may be used instead',
  ),
  reason: text('{kind}，{basis}', '{kind}, {basis}'),
};

/** Names of the fields whose texts are screened for banned words (`screened: true`). */
export const fieldsWithBannedWordScreening = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.options.screened === true);

/** Banned words in the value of a screened field. */
export const screenValueAgainstBannedWordList = (
  one: AnyField,
  value: unknown,
  list: readonly BannedWord[],
  day: string,
): FoundBannedWord[] =>
  typeof value === 'string'
    ? screenTextAgainstBannedWordList(kindOf(one).html ? richTextToPlain(value) : value, list, day)
    : [];

/** What is wrong with a text, with the word marked. */
export function describeBannedWord({ entry, excerpt }: FoundBannedWord): Text {
  const { severity, kind, basis, replacement } = entry;
  const template =
    severity === 'refuse'
      ? replacement
        ? texts.replaced
        : texts.refused
      : replacement
        ? texts.advised
        : texts.doubtful;
  const inLocale = (locale: Locale) =>
    textIn(template, locale, {
      excerpt,
      why: basis ? textIn(texts.reason, locale, { kind: kind[locale], basis }) : kind[locale],
      replacement: replacement ?? '',
    });
  return text(inLocale('zh-cn'), inLocale('en'));
}
