import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import { InterfaceRefusal } from './refusal-with-http-status-and-code.ts';

const named = text('{name}：{rule}', '{name}: {rule}');

/** What parameters have to be. */
export const parameterRuleTexts = {
  whole: text('应为 {least} 至 {most} 的整数', 'must be a whole number from {least} to {most}'),
  moment: text('应为时间，如 2026-01-31T00:00:00Z', 'must be a time such as 2026-01-31T00:00:00Z'),
  oneOf: text('应为 {values} 之一', 'must be one of {values}'),
  period: text('起止时间相隔不超过 {days} 天', 'must be at most {days} {days|day|days} before end_date'),
  printable: text('含有不能使用的字符', 'has a character that cannot be used'),
  rows: text('每次 1 至 {most} 行', 'must have 1 to {most} {most|row|rows}'),
  longest: text('不超过 {most} 个字符', 'must have at most {most} {most|character|characters}'),
  json: text('应为 JSON', 'must be JSON'),
  filters: text('应为 JSON 对象，如 {example}', 'must be a JSON object such as {example}'),
  page: text('应为 limit 的整数倍', 'must be a multiple of limit'),
  search: text('不支持，请用 filters', 'is not supported; use filters'),
  sentBefore: text('已用于内容不同的请求', 'was used for a request with other content'),
  jsonBody: text('应为 application/json', 'must be application/json'),
} as const satisfies Readonly<Record<string, Text>>;

/** The refusal of a parameter, header or body part: its name and what it has to be, in the language of the caller. */
export function refusalOfParameter(
  name: string,
  rule: keyof typeof parameterRuleTexts,
  values: Readonly<Record<string, unknown>> = {},
  code: 'parameter' | 'conflict' = 'parameter',
): InterfaceRefusal {
  const filled = textInAnyLocale(parameterRuleTexts[rule], values);
  return new InterfaceRefusal(code, {
    detail: {
      'zh-cn': textInAnyLocale(named, { name, rule: filled['zh-cn'] })['zh-cn'],
      en: textInAnyLocale(named, { name, rule: filled.en }).en,
    },
  });
}
