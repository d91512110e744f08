import { type MessageKey, messages } from '#kernel/text/message.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { type Reason, type Refusal, wireCode } from '#kernel/wire/envelope.ts';

/**
 * Work that is refused for a reason the caller can understand. Thrown anywhere below a call, answered as an envelope
 * in the caller's language; everything else that is thrown is a fault of ours and answered without its words.
 */
export class Refused extends Error {
  readonly code: number;
  readonly text: Text;
  readonly values: Readonly<Record<string, unknown>>;
  readonly data: Refusal | null | readonly never[] | Readonly<Record<string, unknown>>;

  constructor(
    text: Text,
    options: { code?: number; values?: Readonly<Record<string, unknown>>; data?: Refused['data'] } = {},
  ) {
    super(text.en);
    this.name = 'Refused';
    this.text = text;
    this.code = options.code ?? wireCode.refused;
    this.values = options.values ?? {};
    this.data = options.data ?? null;
  }

  messageIn(locale: Locale): string {
    return textIn(this.text, locale, this.values);
  }
}

/** A refusal with one of the product's standing messages and a machine-readable reason. */
export function refuse(
  key: MessageKey,
  reason: Reason,
  data: Readonly<Record<string, unknown>> = {},
  values: Readonly<Record<string, unknown>> = {},
): Refused {
  return new Refused(messages[key], { values, data: { reason, ...data } });
}

/** The row is gone, never was, or lies outside the caller's scope: one answer, so that existence is not leaked. */
export const notFound = () => refuse('not_found', 'not_found');

/** The action's permission node is not granted. */
export const forbidden = () => new Refused(messages.no_permission, { code: wireCode.forbidden, data: [] });

/**
 * Fields that were not accepted, in the words of the caller's language. The message names the first of them and why:
 * clients that show nothing else have to be able to help.
 */
export function invalid(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: Readonly<Record<string, { readonly label: Text } | undefined>> = {},
): Refused {
  const [first, ...others] = Object.entries(errors);
  const label = first && fields[first[0]]?.label;
  const why = first?.[1][0];
  if (!first || !why) return new Refused(messages.check_fields, { data: { reason: 'invalid', errors } });
  const more = others.length > 0;
  return new Refused(
    {
      'zh-cn': `${label ? `${label['zh-cn']}：` : ''}{why}${more ? '（另有 {n} 项）' : ''}`,
      en: `${label ? `${label.en}: ` : ''}{why}${more ? ' (and {n} more)' : ''}`,
    },
    { values: { why, n: others.length }, data: { reason: 'invalid', errors } },
  );
}

/** What a person is told of a call that is malformed: a page they opened long ago, or an address that was cut, made it. */
export const malformed = text(
  '提交的内容不完整或有误，请刷新页面后重试',
  'What was sent is incomplete or wrong: reload the page and try again',
);

/** The call itself is malformed. */
export const badParameter = (zh = malformed['zh-cn'], en = malformed.en) =>
  new Refused({ 'zh-cn': zh, en }, { data: { reason: 'parameter' } });

/** A condition of a list names a value its field cannot hold. */
export const badValue = (written: string) =>
  badParameter(`筛选值无效：${written.slice(0, 40)}`, `Invalid value in a condition: ${written.slice(0, 40)}`);
