import { expect, test } from 'vitest';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import type { RewardTableRow } from '../server/public-notice-and-payment-tables/read-reward-table-rows.ts';
import {
  pdfBlocksOfRewardTable,
  worksheetOfRewardTable,
} from '../server/public-notice-and-payment-tables/reward-table-columns-and-layout.ts';

const textsOf = (blocks: readonly DocumentBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block.runs.map(({ text }) => text.replace('\u00a0', '')).join('')]
      : block.rows.map((row) => row.map((cell) => textsOf(cell.blocks).join('')).join('|')),
  );
const row = (no: string, amount: number, more: Partial<RewardTableRow> = {}): RewardTableRow => ({
  no,
  enterprise: '昆明某旅行社',
  uscc: '91530102MA6K000001',
  kind: 'overnight',
  status: 'publicity',
  teams: 2,
  pax: 30,
  nights: 2,
  amount,
  published_on: '2026-11-23',
  publicity_until: '2026-11-30',
  paid_on: null,
  payment_no: null,
  ...more,
});
const head = {
  policy: { id: 1, name: '引客入滇', doc_no: '文旅发〔2026〕1号' },
  authority: '某市文旅局',
  time: '2026-11-23 09:00',
  address: 'https://x.cn/rewards',
  hotline: '12345',
};

test('the published table says what is rewarded, until when, and where to object', () => {
  const lines = textsOf(pdfBlocksOfRewardTable('publicity', head, [row('JL1', 60_000), row('JL2', 12_345)], 'zh-cn'));
  expect(lines).toContain('1|JL1|昆明某旅行社|过夜游|2|30|2|600.00|2026-11-23 – 2026-11-30');
  expect(lines).toContain('合计||||4|60||723.45|');
  expect(lines.at(-1)).toContain('https://x.cn/rewards');
  expect(lines.join()).not.toContain('91530102');
  expect(textsOf(pdfBlocksOfRewardTable('publicity', head, [], 'en'))).toContain('No applications to list');
});

test('the payment table identifies recipients by their code, and says what was paid by which voucher', () => {
  const paid = row('JL1', 60_000, { status: 'paid', paid_on: '2026-12-01', payment_no: 'BF1' });
  const sheet = worksheetOfRewardTable('payment', [paid, row('JL2', 1, { status: 'approved' })], 'zh-cn');
  expect([...(sheet.rows as string[][])]).toEqual([
    ['1', 'JL1', '昆明某旅行社', '91530102MA6K000001', '30', '600.00', '已拨付', '2026-12-01 BF1'],
    ['2', 'JL2', '昆明某旅行社', '91530102MA6K000001', '30', '0.01', '待拨付', ''],
    ['合计', '', '', '', '60', '600.01', '', ''],
  ]);
  expect(sheet.columns.map(({ number }) => number).filter(Boolean)).toEqual(['0', '0.00']);
});
