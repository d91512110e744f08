import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import type { WrittenSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { rewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { rewardKinds } from '../../contract/reward-kinds-units-and-check-codes.ts';
import type { RewardTablePolicy, RewardTableRow } from './read-reward-table-rows.ts';

export const rewardTableTexts = {
  publicity: text('奖励资金公示表', 'Public notice of reward funds'),
  payment: text('奖励资金拨付表', 'Payment table of reward funds'),
  policy: text('{name}（{doc_no}）', '{name} ({doc_no})'),
  made: text('{authority} · 制表 {time}', '{authority} · printed {time}'),
  total: text('合计', 'Total'),
  none: text('没有可列入的申报', 'No applications to list'),
  object: text(
    '公示期内有异议的，可在 {address} 提出，或致电 {hotline}。',
    'Objections during the public notice period may be raised at {address} or by calling {hotline}.',
  ),
  objectHere: text(
    '公示期内有异议的，可在 {address} 提出。',
    'Objections during the public notice period may be raised at {address}.',
  ),
  signed: text(
    '制表：____________　　复核：____________　　批准：____________　　日期：____________',
    'Prepared by ____________   Reviewed by ____________   Approved by ____________   Date ____________',
  ),
  foot: text('第 {page} 页 共 {pages} 页', 'Page {page} of {pages}'),
  n: text('序号', 'No.'),
  teams: text('团队数', 'Teams'),
  payee: text('收款企业', 'Payee'),
  until: text('公示期', 'Public notice period'),
} as const;

interface Column {
  readonly label: Text;
  /** Width in points; `*`: the remaining width. */
  readonly width: number | '*';
  readonly number?: '0' | '0.00';
  /** Value summed in the line of totals. */
  readonly sum?: (row: RewardTableRow) => number;
  readonly of: (row: RewardTableRow, locale: Locale) => string;
}

const yuan = (cents: number) => (cents / 100).toFixed(2);
const kindOf = ({ kind }: RewardTableRow, locale: Locale) =>
  rewardKinds[kind as keyof typeof rewardKinds]?.[locale] ?? kind;
const stateOf = ({ status }: RewardTableRow, locale: Locale) =>
  ((rewardApplication.life as Lifecycle).states as Readonly<Record<string, Text>>)[status]?.[locale] ?? status;

const { fields } = rewardApplication;
const no: Column = { label: fields.no.label, width: 62, of: (row) => row.no };
const kind: Column = { label: fields.kind.label, width: 40, of: kindOf };
const pax: Column = {
  label: fields.pax.label,
  width: 34,
  number: '0',
  sum: (row) => row.pax,
  of: (row) => `${row.pax}`,
};
const amount: Column = {
  label: fields.amount.label,
  width: 54,
  number: '0.00',
  sum: (row: RewardTableRow) => row.amount,
  of: (row) => yuan(row.amount),
};

/** Columns of either table. With margins of eight points on each side, these widths leave enough room for names. */
export const rewardTableColumns = {
  publicity: [
    no,
    { label: fields.enterprise_id.label, width: '*', of: (row) => row.enterprise },
    kind,
    { label: rewardTableTexts.teams, width: 28, number: '0', sum: (row) => row.teams, of: (row) => `${row.teams}` },
    pax,
    { label: fields.nights.label, width: 24, number: '0', of: (row) => `${row.nights}` },
    amount,
    {
      label: rewardTableTexts.until,
      width: 62,
      of: (row) => `${row.published_on ?? ''} – ${row.publicity_until ?? ''}`,
    },
  ],
  payment: [
    no,
    { label: rewardTableTexts.payee, width: '*', of: (row) => row.enterprise },
    { label: text('统一社会信用代码', 'Credit code'), width: 94, of: (row) => row.uscc },
    pax,
    amount,
    { label: text('状态', 'Status'), width: 36, of: stateOf },
    { label: fields.payment_no.label, width: 62, of: (row) => [row.paid_on, row.payment_no].filter(Boolean).join(' ') },
  ],
} as const satisfies Readonly<Record<string, readonly Column[]>>;
export type RewardTableName = keyof typeof rewardTableColumns;

/** States of the applications that a table lists. */
export const applicationStatesInRewardTable = {
  publicity: ['publicity', 'objection'],
  payment: ['approved', 'paid'],
} as const satisfies Readonly<Record<RewardTableName, readonly string[]>>;

/** Rows of a table, followed by the line of totals. */
function cellsOf(name: RewardTableName, rows: readonly RewardTableRow[], locale: Locale): string[][] {
  const own: readonly Column[] = rewardTableColumns[name];
  const sums = own.map(({ sum, number }) => {
    if (!sum) return '';
    const total = rows.reduce((all, row) => all + sum(row), 0);
    return number === '0.00' ? yuan(total) : String(total);
  });
  return [
    ...rows.map((row, at) => [String(at + 1), ...own.map(({ of }) => of(row, locale))]),
    [rewardTableTexts.total[locale], ...sums],
  ];
}

export interface RewardTableHead {
  readonly policy: RewardTablePolicy;
  readonly authority: string;
  /** Date and time of printing, in Shanghai. */
  readonly time: string;
  /** Address and telephone for objections. */
  readonly address: string;
  readonly hotline: string;
}

/** A table as blocks of a PDF document. */
export function pdfBlocksOfRewardTable(
  name: RewardTableName,
  head: RewardTableHead,
  rows: readonly RewardTableRow[],
  locale: Locale,
): DocumentBlock[] {
  const own: readonly Column[] = rewardTableColumns[name];
  const { address, hotline } = head;
  return [
    textLine(rewardTableTexts[name][locale], { size: 18, bold: true, align: 'center' }),
    textLine(textIn(rewardTableTexts.policy, locale, { name: head.policy.name, doc_no: head.policy.doc_no }), {
      align: 'center',
    }),
    textLine(textIn(rewardTableTexts.made, locale, { authority: head.authority, time: head.time }), {
      size: 9,
      align: 'center',
    }),
    ...(rows.length === 0
      ? [textLine(rewardTableTexts.none[locale], { align: 'center' })]
      : [
          textTable(
            [rewardTableTexts.n, ...own.map(({ label }) => label)].map((one) => one[locale]),
            cellsOf(name, rows, locale),
            [20, ...own.map(({ width }) => width)],
          ),
        ]),
    textLine('', { size: 6 }),
    name === 'payment'
      ? textLine(rewardTableTexts.signed[locale], { size: 10 })
      : textLine(
          textIn(hotline ? rewardTableTexts.object : rewardTableTexts.objectHere, locale, { address, hotline }),
          {
            size: 10,
          },
        ),
  ];
}

/** A table as workbook, with numeric cells. */
export const worksheetOfRewardTable = (
  name: RewardTableName,
  rows: readonly RewardTableRow[],
  locale: Locale,
): WrittenSheet => ({
  name: rewardTableTexts[name][locale].slice(0, 30),
  columns: [
    { label: rewardTableTexts.n[locale], width: 8 },
    ...rewardTableColumns[name].map((one: Column) => ({
      label: one.label[locale],
      width: one.width === '*' ? 32 : Math.max(10, Math.round(one.width / 5)),
      ...(one.number ? { number: one.number } : {}),
    })),
  ],
  rows: cellsOf(name, rows, locale),
});
