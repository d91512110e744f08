import { describe, expect, it } from 'vitest';
import { readBoundary, readOutline } from '#data/reference/boundary.ts';
import { findDivision, readDivisions } from '#data/reference/read.ts';
import { boundingBoxOf, isInArea } from '#kernel/check/coordinate.ts';

/** Divisions drawn as a single shape: cities without counties, provinces without prefectures in the data, and Altay. */
const SINGLE = ['441900', '442000', '460400', '620200', '654300', '710000'];
/** Counties the package does not draw. */
const UNDRAWN = [
  '460321',
  '460322',
  '460323',
  '653228',
  '653229',
  '654301',
  '654321',
  '654322',
  '654323',
  '654324',
  '654325',
  '654326',
  '659011',
  '659012',
];

describe('boundary', () => {
  it('of the country holds 34 provinces and the islands of the South China Sea', async () => {
    const country = await readBoundary('100000');
    expect(country?.features).toHaveLength(34);
    const hainan = country?.features.find(({ properties }) => properties.code === '460000');
    const [west, south, east] = (hainan && boundingBoxOf(hainan.geometry)) ?? [];
    expect(south).toBeLessThan(4);
    expect(west).toBeLessThan(110);
    expect(east).toBeGreaterThan(117);
    expect(country?.features.some(({ properties }) => properties.code === '710000')).toBe(true);
    expect((await readOutline('100000'))?.geometry.type).toBe('MultiPolygon');
  });

  it('of the country comes with the ten marks of the dashed line, as do Hainan and Sansha and nothing else', async () => {
    for (const code of ['100000', '460000', '460300', '460302']) {
      const marks = (await readBoundary(code))?.dashed_line?.coordinates ?? [];
      expect(marks, code).toHaveLength(10);
      const spots = marks.flat();
      const [lngs, lats] = [spots.map(([lng = 0]) => lng), spots.map(([, lat = 0]) => lat)];
      // from Zengmu Ansha in the south to the east of Taiwan, and along Vietnam in the west
      expect(Math.min(...lats)).toBeLessThan(3.5);
      expect(Math.max(...lats)).toBeGreaterThan(24.5);
      expect(Math.min(...lngs)).toBeLessThan(108.3);
      expect(Math.max(...lngs)).toBeGreaterThan(122.7);
      // lines, not outlines of strokes: none returns to its start
      for (const mark of marks) expect(mark.at(-1)).not.toEqual(mark[0]);
    }
    for (const code of ['530000', '460100', '440000'])
      expect((await readBoundary(code))?.dashed_line, code).toBeUndefined();
  });

  it('of the country holds the Diaoyu Islands', async () => {
    const taiwan = (await readBoundary('100000'))?.features.find(({ properties }) => properties.code === '710000');
    const [, , east] = (taiwan && boundingBoxOf(taiwan.geometry)) ?? [];
    expect(east).toBeGreaterThan(124.5);
  });

  it('exists for every province and prefecture, and for every county but a few, under its code of today', {
    timeout: 180_000, // every file: the longest read of the suite
  }, async () => {
    const single: string[] = [];
    const drawn = new Set<string>();
    for (const { code, level, placeholder } of readDivisions()) {
      if (level === 3 && !placeholder) continue;
      const { features = [] } = (await readBoundary(code)) ?? {};
      expect(features.length, code).toBeGreaterThan(0);
      if (features[0]?.properties.code === code) single.push(code);
      if (level === 2 || placeholder || code === '460000') for (const one of features) drawn.add(one.properties.code);
    }
    expect(single).toEqual(SINGLE);
    const missing = readDivisions().filter(({ code, level }) => level === 3 && !drawn.has(code));
    expect(missing.map(({ code }) => code)).toEqual(UNDRAWN);
  });

  it('holds the centre of its division, in WGS-84', async () => {
    const kunming = await readBoundary('530100');
    expect(kunming?.features).toHaveLength(14);
    const held = kunming?.features.filter(({ properties, geometry }) => isInArea(properties.center, geometry)) ?? [];
    expect(held.length).toBeGreaterThanOrEqual(13);
    const wuhua = kunming?.features.find(({ properties }) => properties.code === '530102')?.properties;
    // GCJ-02 (102.704412, 25.042165) in the package.
    expect(wuhua?.center[0]).toBeCloseTo(102.7029, 3);
    expect(wuhua?.center[1]).toBeCloseTo(25.0451, 3);
    expect(wuhua?.name).toBe('五华区');
  });

  it('gives redrawn counties their code and name of today', async () => {
    const nantong = await readBoundary('320600');
    const codes = nantong?.features.map(({ properties }) => properties.code);
    expect(codes).toContain('320613');
    expect(codes).not.toContain('320602');
    const sansha = await readBoundary('460300');
    expect(sansha?.features.map(({ properties }) => [properties.code, properties.name])).toEqual([
      ['460302', '西沙区'],
      ['460303', '南沙区'],
    ]);
  });

  it('is found for counties whether their prefecture has an office or not', async () => {
    for (const code of ['530102', '110101', '429004', '500229', '441900', '659001', '530000']) {
      expect((await readOutline(code))?.properties.code).toBe(code);
      expect(findDivision(code)).toBeDefined();
    }
    expect((await readBoundary('500200'))?.features).toHaveLength(12);
    expect((await readBoundary('530102'))?.features).toHaveLength(1);
  });

  it('is undefined for what is no division', async () => {
    for (const code of ['', '999999', '../../package', '53', 'root']) {
      expect((await readBoundary(code))?.features.length).toBeUndefined();
      expect((await readOutline(code))?.properties).toBeUndefined();
    }
  });
});
