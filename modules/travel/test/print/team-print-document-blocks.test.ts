import { expect, test } from 'vitest';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import type { PrintedTeam } from '../../server/print/read-team-for-print.ts';
import {
  itineraryBlocks,
  teamPrintHeadingBlocks,
  teamPrintTexts,
  touristListTableBlocks,
} from '../../server/print/team-print-document-blocks.ts';

const textsOf = (blocks: readonly DocumentBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block.runs.map(({ text }) => text.replace('\u00a0', '')).join('')]
      : block.rows.map((row) => row.map((cell) => textsOf(cell.blocks).join('')).join('|')),
  );

const team: PrintedTeam = {
  id: 1,
  team_no: 'T530126112700001',
  status: 'confirmed',
  kind: 'province',
  changes: 2,
  agency: '昆明行程旅行社',
  ground: null,
  contracts: 'HT-1',
  from_area: '云南省昆明市五华区',
  start: Date.parse('2026-11-27T08:00+08:00') / 1000,
  end: Date.parse('2026-11-28T18:00+08:00') / 1000,
  destinations: ['云南省大理白族自治州', '云南省丽江市'],
  counts: [40, 36, 3, 1],
  emergency: '赵六',
  emergency_mobile: '135****5000',
  days: [
    { title: '昆明—大理', meals: ['included', 'included', 'self'], standard: 'star3', hotel: '苍山宾馆' },
    { title: '大理—昆明', meals: ['included', 'none', 'self'], standard: null, hotel: null },
  ],
  stops: [
    { day_no: 1, type: 'scenic', name: '大理古城', arrive: '10:00', stay: 90, paid: false, fee: null },
    { day_no: 3, type: 'shop', name: '银器店', arrive: '09:00', stay: 40, paid: true, fee: 12_050 },
  ],
  guides: [{ name: '李华', role: 'national', card_no: 'D-5300-000001', mobile: '138****0001' }],
  vehicles: [{ plate: '云A12345', seats: 45, driver: '王师傅', mobile: '139****0002', coach: null }],
};

test('an itinerary lists people, times, coaches and places, day by day, also for days that only have stops', () => {
  const sheet = textsOf(itineraryBlocks(team, 'zh-cn'));
  expect(sheet).toContain('出发时间|2026-11-27 08:00|结束时间|2026-11-28 18:00');
  expect(sheet).toContain('游客人数|40 人（成人 36，未成年人 3，老年人 1）|紧急联系人|赵六 135****5000');
  expect(sheet).toContain('李华|全陪|D-5300-000001|138****0001');
  expect(sheet).toContain('第 1 天 2026-11-27 昆明—大理');
  expect(sheet).toContain('早餐：含餐　午餐：含餐　晚餐：自理　住宿：三星或同级 苍山宾馆');
  expect(sheet).toContain('第 3 天 2026-11-29 ');
  expect(sheet).toContain('09:00|购物|银器店|40 分钟|自费 ¥120.50');
});

test('the header states the state and version of the team, in the language of the caller', () => {
  const now = Date.parse('2026-11-26T23:30+08:00') / 1000;
  expect(textsOf(teamPrintHeadingBlocks(team, teamPrintTexts.sheet, '昆明市文化和旅游局', now, 'en'))).toEqual([
    'Tour group itinerary',
    'Team T530126112700001 · Confirmed · changed 2 times',
    '昆明市文化和旅游局 · printed 2026-11-26 23:30',
  ]);
});

test('a list numbers its tourists and leaves unknown values empty', () => {
  const one = { name: '张三', id_type: 'id_card', number: '530102********1234', gender: null, mobile: null };
  expect(textsOf(touristListTableBlocks([{ ...one, source: '四川省', room: null, seat: '12' }], 'zh-cn'))[1]).toBe(
    '1|张三|身份证|530102********1234|||四川省||12',
  );
});
