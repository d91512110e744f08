import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { makeSeededRandom } from '#modules/demo/server/generate/seeded-random.ts';
import { enterpriseTypes, grades } from '#modules/enterprise/contract/enterprise-options.ts';
import { type EnterpriseRow, type GenerateEnterprisesOptions, generateEnterprises } from './generate-enterprises.ts';

/** The columns of an import workbook, in order. */
export const enterpriseImportColumns = [
  'name',
  'short_name',
  'uscc',
  'ent_type',
  'grade',
  'reg_capital',
  'reg_date',
  'biz_scope',
  'employees',
  'legal_person',
  'legal_id_no',
  'legal_mobile',
  'contact_name',
  'contact_mobile',
  'email',
  'reg_area_code',
  'area_code',
  'address',
  'place',
  'license_expire',
] as const;
export type EnterpriseImportColumn = (typeof enterpriseImportColumns)[number];

/** A row of an import workbook, each cell as a clerk would type it. */
export type EnterpriseImportRow = Readonly<Record<EnterpriseImportColumn, string>>;

/** A mistake planted into a row; `row` counts from 0. */
export interface PlantedFault {
  readonly row: number;
  readonly column: EnterpriseImportColumn;
  readonly kind: 'missing' | 'checkDigit' | 'mobile' | 'option' | 'duplicate';
}

export interface GenerateImportRowsOptions extends GenerateEnterprisesOptions {
  /** Number of rows with one mistake each. Default: none. */
  readonly faults?: number;
}

/** Rows for an import workbook, and the mistakes planted in them. */
export function generateEnterpriseImportRows(options: GenerateImportRowsOptions): {
  readonly rows: readonly EnterpriseImportRow[];
  readonly faults: readonly PlantedFault[];
} {
  const rows: EnterpriseImportRow[] = [];
  const today = toShanghaiDate(options.now);
  // Branches and outlets name a registered agency, which a workbook of new enterprises cannot: they are left out.
  for (const row of generateEnterprises({ ...options, count: options.count * 2 })) {
    if (rows.length === options.count) break;
    if (row.ent_type !== 'agency_branch' && row.ent_type !== 'agency_outlet') rows.push(toImportRow(row, today));
  }
  const random = makeSeededRandom(`import/${options.seed}`);
  const faults: PlantedFault[] = [];
  const wanted = Math.min(options.faults ?? 0, Math.max(0, rows.length - 1));
  const used = new Set<number>();
  while (faults.length < wanted) {
    // The first row stays correct: a duplicate is a copy of its code.
    const row = random.int(1, rows.length - 1);
    if (used.has(row)) continue;
    used.add(row);
    const kind = random.pick(['missing', 'checkDigit', 'mobile', 'option', 'duplicate'] as const);
    const [column, value] = plant(kind, rows[row], rows[0]);
    rows[row] = { ...(rows[row] as EnterpriseImportRow), ...value };
    faults.push({ row, column, kind });
  }
  return { rows, faults: faults.sort((a, b) => a.row - b.row) };
}

function plant(
  kind: PlantedFault['kind'],
  row: EnterpriseImportRow | undefined,
  first: EnterpriseImportRow | undefined,
): readonly [EnterpriseImportColumn, Partial<Record<EnterpriseImportColumn, string>>] {
  switch (kind) {
    case 'missing':
      return ['name', { name: '' }];
    case 'checkDigit': {
      const uscc = row?.uscc ?? '';
      return ['uscc', { uscc: uscc.slice(0, 17) + (uscc.endsWith('0') ? '1' : '0') }];
    }
    case 'mobile':
      return ['contact_mobile', { contact_mobile: '12345' }];
    case 'option':
      return ['ent_type', { ent_type: '不存在的类型' }];
    case 'duplicate':
      // Unique within a type, so the type must be the same.
      return ['uscc', { uscc: first?.uscc ?? '', ent_type: first?.ent_type ?? '' }];
  }
}

function toImportRow(row: EnterpriseRow, today: string): EnterpriseImportRow {
  return {
    name: row.name,
    short_name: row.short_name,
    uscc: row.uscc,
    ent_type: enterpriseTypes[row.ent_type]['zh-cn'],
    grade: grades[row.grade]['zh-cn'],
    reg_capital: (row.reg_capital / 100).toFixed(2),
    reg_date: row.reg_date,
    biz_scope: row.biz_scope,
    employees: String(row.employees),
    legal_person: row.legal_person,
    legal_id_no: row.legal_id_no,
    legal_mobile: row.legal_mobile,
    contact_name: row.contact_name,
    contact_mobile: row.contact_mobile,
    email: row.email ?? '',
    reg_area_code: row.reg_area_code,
    area_code: row.area_code,
    address: row.address,
    place: `${row.lng},${row.lat}`,
    // an expired licence would be rejected
    license_expire: row.license_expire !== null && row.license_expire >= today ? row.license_expire : '',
  };
}
