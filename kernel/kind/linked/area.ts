import * as z from 'zod/mini';
import { text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import { type Kind, withConversion } from '../field-kind-type-and-shared-conversions.ts';

/** The resource whose rows are administrative divisions. */
export const divisions = 'system/area';

export interface AreaOptions {
  /**
   * Only divisions of this level or below are allowed: 1 province, 2 prefecture, 3 county or a prefecture without
   * counties (东莞市). The server checks it.
   */
  level?: 1 | 2 | 3;
}

/** The name of a division, in full if the data contain the full name. */
function areaName(area: unknown): string | undefined {
  if (typeof area !== 'object' || area === null) return undefined;
  const { full_name, name } = area as { full_name?: unknown; name?: unknown };
  return typeof full_name === 'string' && full_name ? full_name : typeof name === 'string' && name ? name : undefined;
}

/**
 * An administrative division by its GB/T 2260 code of six digits. On the wire the row also contains `{code, name,
 * full_name}`.
 */
export const areaKind: Kind<string, AreaOptions> = {
  name: 'area',
  column: 'text',
  cell: 'area',
  input: 'area',
  chosen: 'once',
  grouped: true,
  operators: ['=', 'IN', 'NULL', 'NOT NULL'],
  sorts: true,
  width: 160,
  example: () => '530102',
  note: text(
    'GB/T 2260 行政区划代码，六位；筛选时 = 含下级，IN 仅本级',
    'GB/T 2260 division code, six digits; as a filter = holds all inside it, IN what lies in it directly',
  ),
  sheetHint: () => text('地区全称或六位代码', 'Full name or six-digit code of the area'),
  target: () => ({ resource: divisions, key: 'code', carried: true }),
  apart: true,
  comparison: 'division',
  // One code matches rows in the division and everything inside it. A set of codes matches only rows directly in these
  // divisions.
  offered: ['=', 'IN', 'NULL', 'NOT NULL'],
  operatorLabels: { '=': text('位于', 'is in'), IN: text('仅本级', 'is exactly') },
  readFilter: (written) => (/^[1-9]\d(\d\d){0,2}$/.test(written) ? written : undefined),
  toText: (wire, _options, _locale, related) => areaName(related) ?? String(wire),
  schema: () =>
    withConversion(
      // A cascader sends the whole path, of which the last division counts.
      (value) => {
        const last: unknown = Array.isArray(value) ? (value.at(-1) ?? '') : value;
        if (typeof last === 'number') return String(last);
        return typeof last === 'string' ? (last.split(',').at(-1) ?? '').trim() : last;
      },
      z.string(encodeMessage('invalid_area')).check(z.regex(/^[1-9]\d{5}$/, encodeMessage('invalid_area'))),
    ) as z.ZodMiniType<string>,
};

/** The code of the whole country as a jurisdiction. */
export const countryCode = '100000';

/**
 * The filter operator that finds the rows counted in a division's figure, when figures are grouped by divisions of
 * `level`. For a division above that level these are the rows directly in it.
 */
export const divisionOperator = (code: string, level: number): '=' | 'IN' => (areaLevel(code) < level ? 'IN' : '=');

/** The level of a division by its code: 1 province (53 0000), 2 prefecture (5301 00), 3 county. */
export function areaLevel(code: string): 1 | 2 | 3 {
  return code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3;
}

/** The digits with which the codes of all divisions inside an area begin. Empty for the whole country. */
export function areaPrefix(code: string): string {
  return code === '' || code === countryCode
    ? ''
    : code.endsWith('0000')
      ? code.slice(0, 2)
      : code.endsWith('00')
        ? code.slice(0, 4)
        : code;
}
