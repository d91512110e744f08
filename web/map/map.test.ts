import { describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { colourContrastOf } from '#web/theme/colour-contrast.ts';
import { mapPalette } from '#web/theme/map-theme.ts';
import { shapeOfStatusTone } from '#web/theme/shape-of-status-tone.ts';
import { themeNames } from '#web/theme/theme-design-tokens.ts';
import { choroplethClassOf, classBreaks, classFills, mixColors } from './boundary/choropleth-classes-and-colours.ts';
import { parentDivisionCode } from './boundary/parent-administrative-division-code.ts';
import { clusterSize, donutSlices, formatShortCount } from './cluster/cluster-donut-geometry.ts';
import { formatDegrees, graticuleLines, graticuleStep, graticuleTicks } from './cluster/map-degree-grid.ts';
import { markerTonesOf } from './cluster/markers-of-rows.ts';
import { mapBackgroundAllowedInArea, readBasemap } from './engine/map-background.ts';

describe('the ground of a map', () => {
  const tiles = ['https://tiles.example/{z}/{x}/{y}.png'];

  test('officers see the sketch of divisions, with a service or without', () => {
    expect(mapBackgroundAllowedInArea('admin', undefined)).toEqual({ basemap: undefined, sketch: true });
    expect(mapBackgroundAllowedInArea('admin', { tiles })).toEqual({ basemap: { tiles }, sketch: true });
  });

  test('others see an approved service only', () => {
    const approved = { tiles, approval: 'GS（2026）1234号' };
    expect(mapBackgroundAllowedInArea('member', approved)).toEqual({ basemap: approved, sketch: false });
    for (const short of [
      undefined,
      { tiles },
      { approval: 'GS（2026）1234号' },
      { attribution: '某局', approval: 'GS' },
    ])
      expect(mapBackgroundAllowedInArea('member', short)).toBeUndefined();
  });
});

describe('graticule', () => {
  test('the step leaves a handful of lines', () => {
    for (const span of [60, 12, 3, 1.1, 0.4, 0.05]) {
      const step = graticuleStep(span);
      expect(span / step).toBeGreaterThanOrEqual(4);
      expect(span / step).toBeLessThan(13);
    }
  });

  test('ticks meet whole degrees and minutes', () => {
    expect(graticuleTicks(99.9, 101.2, 1 / 3).map((one) => formatDegrees(one, 'lng'))).toEqual([
      '100°E',
      '100°20′E',
      '100°40′E',
      '101°E',
    ]);
    expect(formatDegrees(-33.5, 'lat')).toBe('33°30′S');
    expect(formatDegrees(25 + 1 / 360, 'lat')).toBe('25°00′10″N');
    expect(formatDegrees(0, 'lat')).toBe('0°N');
  });

  test('lines run across the whole span', () => {
    const { features } = graticuleLines({ west: 99, south: 24, east: 101, north: 26 }, 1);
    expect(features).toHaveLength(6);
    expect(features[0]?.geometry.coordinates).toEqual([
      [99, 24],
      [99, 26],
    ]);
  });
});

describe('choropleth', () => {
  test('classes have about equally many areas, and zero is no class', () => {
    const values = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const breaks = classBreaks(values);
    expect(breaks).toEqual([2, 4, 6, 8, 10]);
    expect(values.map((value) => choroplethClassOf(value, breaks))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(choroplethClassOf(11, breaks)).toBe(5);
  });

  test('equal values make one class', () => {
    expect(classBreaks([3, 3, 3])).toEqual([3]);
    expect(classBreaks([])).toEqual([]);
    expect(choroplethClassOf(1, [])).toBe(0);
  });

  test('colours are mixed channel by channel', () => {
    expect(mixColors('#000000', '#ff8000', 0.5)).toBe('#804000');
  });

  test.each(themeNames)('labels keep 4.5:1 on every fill of %s', (name) => {
    const palette = mapPalette(name);
    for (const fill of classFills(palette.land, palette.cluster, 5)) {
      expect(colourContrastOf(palette.label, fill)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('cluster ring', () => {
  test('slices follow the counts and close the ring', () => {
    const slices = donutSlices(
      [
        { tone: 'a', n: 3 },
        { tone: 'b', n: 0 },
        { tone: 'c', n: 1 },
      ],
      10,
      6,
    );
    expect(slices.map((one) => one.tone)).toEqual(['a', 'c']);
    expect(slices[0]?.path).toBe('M0 -10A10 10 0 1 1 -10 0L-6 0A6 6 0 1 0 0 -6Z');
    expect(slices[1]?.path.startsWith('M-10 0A')).toBe(true);
  });

  test('a single tone is drawn as two halves', () => {
    expect(donutSlices([{ tone: 'a', n: 7 }], 10, 6)[0]?.path.match(/M/g)).toHaveLength(2);
    expect(donutSlices([{ tone: 'a', n: 0 }], 10, 6)).toEqual([]);
  });

  test('size grows with the count, within bounds', () => {
    expect(clusterSize(2)).toBeLessThan(clusterSize(200));
    expect(clusterSize(10_000_000)).toBe(3.9);
  });

  test('large counts are shortened the way each language counts', () => {
    expect(formatShortCount(9999, 'zh-cn')).toBe('9999');
    expect(formatShortCount(12_345, 'zh-cn')).toBe('1.2万');
    expect(formatShortCount(345_678, 'zh-cn')).toBe('34万');
    expect(formatShortCount(12_345, 'en')).toBe('12k');
    expect(formatShortCount(1_234_567, 'en')).toBe('1.2M');
  });
});

test('a single row has the mark its state has in lists', () => {
  const tones = markerTonesOf(enterprise, (tone) => tone);
  const shapeOf = (name: string) => tones.find((one) => one.name === name)?.shape;
  expect(shapeOf('active')).toEqual(shapeOfStatusTone('good'));
  expect(shapeOf('final_review')).toEqual(shapeOfStatusTone('progress', 2));
  expect(shapeOf('first_review')).not.toEqual(shapeOf('final_review'));
  expect(new Set(tones.map(({ shape }) => shape?.path)).size).toBe(6);
});

test('the parent division follows from the digits', () => {
  expect(['532901', '532900', '530000', '100000'].map(parentDivisionCode)).toEqual([
    '532900',
    '530000',
    '100000',
    undefined,
  ]);
});

test('only a usable map service is read from the configuration', () => {
  expect(readBasemap(undefined)).toBeUndefined();
  expect(readBasemap({ tiles: 'javascript:alert(1)' })).toBeUndefined();
  expect(readBasemap({ tiles: 'https://t.example/{z}/{x}/{y}.png', approval: 'GS(2026)1234号' })).toEqual({
    tiles: ['https://t.example/{z}/{x}/{y}.png'],
    approval: 'GS(2026)1234号',
  });
  expect(readBasemap({ style: '/maps/style.json', tiles: 'https://t.example/x' })).toEqual({
    style: '/maps/style.json',
  });
});
