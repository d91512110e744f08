import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { antdTheme } from './antd-theme.ts';
import { colourContrastOf } from './colour-contrast.ts';
import { edgePairs, textPairs } from './colour-pairs-with-required-contrast.ts';
import { coloursOfAllThemes } from './colours-of-all-themes.ts';
import { themeNames } from './theme-design-tokens.ts';

test('contrast is computed as WCAG does', () => {
  expect(colourContrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(colourContrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(themeNames)('%s', (name) => {
  const theme = coloursOfAllThemes[name];
  test.each(textPairs)('text %s on %s reaches 4.5:1', (text, ground) => {
    expect(colourContrastOf(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edgePairs)('edge %s on %s reaches 3:1', (edge, ground) => {
    expect(colourContrastOf(theme[edge], theme[ground])).toBeGreaterThanOrEqual(3);
  });
  test.each(['Checkbox', 'Radio', 'Tree'] as const)('%s: where a mark goes is seen before there is one', (part) => {
    const edge = antdTheme(name, true).components?.[part]?.colorBorder;
    expect(colourContrastOf(edge ?? theme.line, theme.paperRaised)).toBeGreaterThanOrEqual(3);
  });
  test('a switch that is off is visible and differs from one that is on, whose knob is seen', () => {
    const { colorTextQuaternary: off = theme.inkFaint, handleBg = '#ffffff' } =
      antdTheme(name, true).components?.Switch ?? {};
    expect(colourContrastOf(handleBg, theme.celadon)).toBeGreaterThanOrEqual(3);
    expect(colourContrastOf(off, theme.paperRaised)).toBeGreaterThanOrEqual(3);
    expect(colourContrastOf(off, theme.celadon)).toBeGreaterThanOrEqual(1.5);
  });
});

test('the page before the first script has the background of its theme', () => {
  const script = readFileSync(new URL('../public/early.js', import.meta.url), 'utf8');
  expect(script).toContain(`dark ? '${coloursOfAllThemes.dark.paper}' : '${coloursOfAllThemes.light.paper}'`);
});
