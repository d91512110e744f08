import { describe, expect, it } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { defaultColumnWidth, textWidth } from './default-column-widths-and-spreading-of-remaining-width.ts';

const kinds = {
  options: { a: { ...text('甲', 'A very long word of English'), tone: 'good' }, b: text('乙', 'B') },
} as const;
const sample = resource({
  name: 'sample/sample',
  label: text('样', 'Sample'),
  title: 'name',
  scope: 'all',
  fields: {
    name: field.text(text('名', 'Name')),
    kind: field.select(text('类', 'Kind'), kinds),
    on: field.date(text('日', 'A day that has a rather long label in English')),
  },
});

describe('width of a column', () => {
  it('measures Han twice as wide', () => {
    expect(textWidth('企业')).toBeGreaterThan(textWidth('ab') * 1.5);
  });

  it('holds the longest option in the language', () => {
    const { kind } = sample.fields;
    const zh = defaultColumnWidth(sample, 'kind', kind, 'zh-cn');
    const en = defaultColumnWidth(sample, 'kind', kind, 'en');
    expect(en).toBeGreaterThan(zh);
    expect(en).toBeLessThanOrEqual(220);
  });

  it('holds the head, within reason, and gives the title room', () => {
    expect(defaultColumnWidth(sample, 'on', sample.fields.on, 'en')).toBe(260);
    expect(defaultColumnWidth(sample, 'on', sample.fields.on, 'zh-cn')).toBe(120);
    expect(defaultColumnWidth(sample, 'name', sample.fields.name, 'en')).toBe(200);
  });
});
