import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, TestApp } from '../../../test/support/test-engine.ts';

let serial = 0;

/** A new valid ID number per call. */
export function nextIdNumber(): string {
  const body = `53010219880${1 + (serial % 9)}1${1 + Math.floor(serial / 1000)}${String(serial++ % 1000).padStart(3, '0')}`;
  return `${body}${idNumberCheckDigit(body)}`;
}

export interface Firm {
  readonly id: number;
  readonly owner: Client;
}

/** An enterprise in the county of an officer, and the member who owns it. */
export async function firmOf(
  app: TestApp,
  ent_type: string,
  name: string,
  officer: 'county1' | 'county2' = 'county1',
): Promise<Firm> {
  await uploadMaterials(app.engine);
  const { areaCode } = await app.officer(officer);
  const id = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type, area_code: areaCode });
  const member = await app.member(name);
  serial += 1;
  await app.db.query(
    sql`update member set mobile = ${`1385550${String(serial).padStart(4, '0')}`} where id = ${member.id}`,
  );
  await placePerson(app.db, id, member);
  return { id, owner: await app.client({ member: name }) };
}

export const vehicleForm = (enterprise_id: number, more: object = {}) => ({
  enterprise_id,
  plate: `云A${String(30_000 + serial++)}`,
  plate_color: 'yellow',
  type: 'large',
  seats: 39,
  permit_no: '530100123456',
  permit_valid_to: '2031-01-01',
  inspect_valid_to: '2031-01-01',
  insurance_valid_to: '2031-01-01',
  ...more,
});

export const driverForm = (enterprise_id: number, more: object = {}) => ({
  enterprise_id,
  name: '李强',
  id_no: nextIdNumber(),
  mobile: '13888001111',
  licence_class: 'A1',
  qualification_no: '530102000001',
  qualification_valid_to: '2031-01-01',
  ...more,
});

export const guideForm = (more: object = {}) => ({
  name: '王芳',
  id_no: nextIdNumber(),
  mobile: '13888002222',
  card_no: `DZG2026${1000 + serial++}`,
  level: 'junior',
  languages: ['mandarin', 'english'],
  valid_to: '2031-01-01',
  photo: '/storage/test/front.png',
  ...more,
});
