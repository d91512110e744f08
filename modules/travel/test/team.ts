import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { sql } from '#server/db/sql.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import type { TestApp } from '../../../test/support/test-engine.ts';
import { type Agency, day, divisionOf, openAgency, stop } from './agency.ts';

let made = 0;
const next = () => {
  made += 1;
  return made;
};

/** An identity number for a given age, different each time. */
export function newIdNumber(area = '510104', born = '19900101'): string {
  const body = `${area}${born}${String(next() % 1000).padStart(3, '0')}`;
  return body + idNumberCheckDigit(body);
}

const sealed = (app: TestApp): string => String(toStoredValue(guide.fields.id_no, newIdNumber(), app.engine.seal));

export interface Fleet extends Agency {
  vehicle(more?: { seats?: number; inspect?: string }): Promise<{ id: number; plate: string }>;
  driver(name?: string): Promise<number>;
}

/** A coach firm with its owner. */
export async function openFleet(app: TestApp, area = '530102'): Promise<Fleet> {
  const firm = await openAgency(app, { area, ent_type: 'coach' });
  return {
    ...firm,
    async vehicle({ seats = 49, inspect = '2099-12-31' } = {}) {
      const plate = `云A${String(10_000 + next()).padStart(5, '0')}`;
      const row = await app.db.row<{ id: number }>(sql`
        insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
        values (${plate}, 'yellow', ${firm.id}, 'large', ${seats}, ${`P${plate}`}, '2099-12-31', ${inspect}, '2099-12-31', 'normal') returning id`);
      return { id: row?.id ?? 0, plate };
    },
    async driver(name = '李师傅') {
      const row = await app.db.row<{ id: number }>(sql`
        insert into crew_driver (enterprise_id, name, id_no, mobile, licence_class, qualification_no, qualification_valid_to, status)
        values (${firm.id}, ${name}, ${sealed(app)}::jsonb, '13900139000', 'A1', ${`Q${next()}`}, '2099-12-31', 'working') returning id`);
      return row?.id ?? 0;
    },
  };
}

export async function newGuide(app: TestApp, name = '张导'): Promise<number> {
  const row = await app.db.row<{ id: number }>(sql`
    insert into crew_guide (name, id_no, mobile, card_no, level, valid_to, languages, area_code, status)
    values (${name}, ${sealed(app)}::jsonb, '13700137000', ${`D-5301-${next()}`}, 'junior', '2099-12-31', array['zh'], '530102', 'valid') returning id`);
  return row?.id ?? 0;
}

export const tourist = (more: object = {}) => ({
  name: '王小明',
  id_type: 'id_card',
  id_no: newIdNumber(),
  mobile: '13600136000',
  ...more,
});

/** Unix seconds of a moment in Asia/Shanghai. */
export const at = (moment: string): number => Date.parse(`${moment}+08:00`) / 1000;

/** Gives an agency the insurance required by law, verified by an officer. */
export const insure = (app: TestApp, { id }: { readonly id: number }, from = '2029-01-01', to = '2031-12-31') =>
  app.db.query(sql`
    insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on, file, per_person_limit, verification, validity, status)
    values (${id}, 'liability', '某财产保险', ${`B${next()}-${id}`}, ${from}, ${to}, '', 30000000, 'verified', 'valid', 'valid')`);

/** A valid day trip to Dali. */
export async function dayTrip(app: TestApp, agency: Agency, more: object = {}): Promise<Record<string, unknown>> {
  return {
    agency_id: agency.id,
    kind: 'one_day',
    area_code: '530102',
    destination_areas: [await divisionOf(app, '532901')],
    start_at: at('2030-05-01T08:00'),
    end_at: at('2030-05-01T18:00'),
    total_fee: '3000.00',
    emergency_contact: '赵六',
    emergency_mobile: '13500135000',
    days: [day('大理一日')],
    stops: [stop(1, '大理古城', '10:00', 120), stop(1, '洱海', '14:00', 120)],
    tourists: [tourist(), tourist(), tourist()],
    ...more,
  };
}
