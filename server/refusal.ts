import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { type ValidationMessageKey, validationMessages } from '#kernel/text/validation-messages.ts';
import {
  type Reason,
  type Refusal,
  wireCode,
} from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';

/**
 * A refusal for a reason that the caller can understand. Thrown anywhere in a call and returned as an envelope in the
 * caller's language. All other errors are faults of ours; their message is not returned.
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
    super(textIn(text, 'en', options.values));
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

/** A refusal with a message of the catalogue and a machine-readable reason. */
export function refuse(
  key: ValidationMessageKey,
  reason: Reason,
  data: Readonly<Record<string, unknown>> = {},
  values: Readonly<Record<string, unknown>> = {},
): Refused {
  return new Refused(validationMessages[key], { values, data: { reason, ...data } });
}

/**
 * The row does not exist or is outside the caller's scope. The response is the same, so that existence is not
 * disclosed.
 */
export const notFound = () => refuse('not_found', 'not_found');

/** The caller does not hold the action's permission node. */
export const forbidden = () => new Refused(validationMessages.no_permission, { code: wireCode.forbidden, data: [] });

/**
 * Fields with invalid values, with messages in the caller's language. The main message is that of the first field, for
 * clients that show nothing else.
 */
export function invalid(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: Readonly<Record<string, { readonly label: Text } | undefined>> = {},
): Refused {
  const [first, ...others] = Object.entries(errors);
  const label = first && fields[first[0]]?.label;
  const why = first?.[1][0];
  if (!first || !why) return new Refused(validationMessages.check_fields, { data: { reason: 'invalid', errors } });
  const more = others.length > 0;
  return new Refused(
    {
      'zh-cn': `${label ? `${label['zh-cn']}：` : ''}{why}${more ? '（另有 {n} 项）' : ''}`,
      en: `${label ? `${label.en}: ` : ''}{why}${more ? ' (and {n} more)' : ''}`,
    },
    { values: { why, n: others.length }, data: { reason: 'invalid', errors } },
  );
}

/** Shown to a person whose page sent a malformed call: the page is outdated, or its URL was truncated. */
export const malformed = text(
  '提交的内容不完整或有误，请刷新页面后重试',
  'What was sent is incomplete or wrong: reload the page and try again',
);

/** The call itself is malformed. */
export const badParameter = (zh = malformed['zh-cn'], en = malformed.en) =>
  new Refused({ 'zh-cn': zh, en }, { data: { reason: 'parameter' } });

/** A condition of a list has a value that its field cannot have. */
export const badValue = (written: string) =>
  badParameter(`筛选值无效：${written.slice(0, 40)}`, `Invalid value in a condition: ${written.slice(0, 40)}`);
