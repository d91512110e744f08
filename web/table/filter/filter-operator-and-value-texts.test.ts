import { describe, expect, it } from 'vitest';
import { type Operator, operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import {
  conditionOperator,
  conditionValue,
  labelInSentence,
  operatorTexts,
} from './filter-operator-and-value-texts.ts';

const label = text('字段', 'Field');
const status = field.select(label, { options: { pending: text('待审核', 'Pending'), done: text('办结', 'Done') } });
const value = (one: Parameters<typeof conditionValue>[1], operator: Operator, written: string) =>
  conditionValue({ field: 'x', operator, value: written }, one, 'zh-cn');

describe('a chip', () => {
  it('has words for every operator in both languages', () => {
    for (const operator of operators) {
      expect(operatorTexts[operator]['zh-cn']).not.toBe('');
      expect(operatorTexts[operator].en).not.toBe('');
    }
  });

  it('says options by their words', () => {
    expect(value(status, '=', 'pending')).toBe('待审核');
    expect(value(status, 'IN', 'pending,done,gone')).toBe('待审核、办结、gone');
    expect(value(status, '=', 'toString')).toBe('toString');
    expect(value(field.switch(label), '=', '1')).toBe('是');
    expect(value(field.switch(label), '=', '0')).toBe('否');
  });

  it('says ranges open and closed', () => {
    expect(value(field.date(label), 'RANGE', '2026-11-01,2026-11-30')).toBe('2026-11-01 至 2026-11-30');
    expect(value(field.datetime(label), 'RANGE', '2026-11-01,')).toBe('2026-11-01 起');
    expect(value(field.datetime(label), 'RANGE', 'next7')).toBe('未来 7 天');
    expect(value(field.money(label), 'RANGE', 'next7')).toBe('next7');
    expect(conditionOperator({ field: 'x', operator: 'RANGE', value: 'today' }, field.date(label), 'zh-cn')).toBe('');
    expect(value(field.money(label), 'RANGE', ',500')).toBe('≤ 500');
    expect(conditionOperator({ field: 'x', operator: 'RANGE', value: ',500' }, field.money(label), 'zh-cn')).toBe('');
    expect(conditionOperator({ field: 'x', operator: 'RANGE', value: '1,500' }, field.money(label), 'zh-cn')).toBe(
      '介于',
    );
  });

  it('says of a division whether those inside it count', () => {
    const operatorOf = (operator: Operator) =>
      conditionOperator({ field: 'x', operator, value: '530100' }, field.area(label), 'zh-cn');
    expect([operatorOf('='), operatorOf('IN'), operatorOf('NULL')]).toEqual(['位于', '仅本级', '为空']);
  });

  it('keeps commas of plain words', () => {
    expect(value(field.text(label), 'LIKE', 'a,b')).toBe('a,b');
    expect(value(field.text(label), 'NULL', '')).toBe('');
  });

  it('leaves rows and divisions to the server', () => {
    expect(value(field.reference(label, { to: 'a/b' }), '=', '5')).toBeUndefined();
    expect(value(field.area(label), '=', '530100')).toBeUndefined();
  });
});

it('a label in a sentence begins small, but for names and abbreviations', () => {
  const labels = ['Policy number', 'ID', 'Chinese', 'English title', '中文'];
  expect(labels.map(labelInSentence)).toEqual(['policy number', 'ID', 'Chinese', 'English title', '中文']);
});
