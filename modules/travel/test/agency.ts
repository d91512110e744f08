import { sql } from '#server/db/sql.ts';
import type { Client, TestApp } from '../../../test/support/test-engine.ts';
import { newCreditCode } from '../../enterprise/test/applicant.ts';
import { placePerson } from '../../enterprise/test/people.ts';

let made = 0;

export interface Agency {
  readonly id: number;
  readonly name: string;
  readonly owner: Client;
  readonly username: string;
  /** A picture uploaded by its owner. */
  picture(): Promise<string>;
  /** A private file uploaded by its owner. */
  paper(): Promise<string>;
}

/** An operating agency with its permit and its owner. */
export async function openAgency(
  app: TestApp,
  { area = '530102', scope = ['domestic', 'inbound'], ent_type = 'agency' } = {},
): Promise<Agency> {
  made += 1;
  const name = `昆明行程${made}号旅行社有限公司`;
  const username = `agency_${made}_${process.hrtime.bigint()}`.slice(0, 30);
  const row = await app.db.row<{ id: number }>(sql`
    insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    values (${name}, ${newCreditCode()}, ${ent_type}, '王一', '13800138000', '王一', '13800138000', ${area}, '盘龙路 1 号', 'active') returning id`);
  const id = row?.id ?? 0;
  await app.db.query(sql`
    insert into enterprise_licence (enterprise_id, kind, license_no, tourism_scope, issued_by, issue_date, verify_status, validity, status)
    values (${id}, 'agency', ${`L-YN-${id}`}, ${scope}::text[], '昆明市文化和旅游局', '2020-01-01', 'verified', 'valid', 'recorded')`);
  const caller = await app.member(username);
  await placePerson(app.db, id, caller);
  const owner = await app.client({ member: username });
  const send = async (folder: 'default' | 'private') => {
    made += 1;
    const url = `/storage/${folder}/route-${id}-${made}.png`;
    await app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, user_id)
      values (${url}, 'p.png', 1, 'image/png', ${url}, ${url}, ${folder === 'private'}, ${caller.id})`);
    return url;
  };
  return {
    id,
    name,
    owner,
    username,
    picture: () => send('default'),
    paper: () => send('private'),
  };
}

/** Key of a division, by which products name destinations. */
export const divisionOf = async (app: TestApp, code: string): Promise<number> =>
  (await app.db.row<{ id: number }>(sql`select id from system_area where code = ${code}`))?.id ?? 0;

export const day = (title: string, more: object = {}) => ({
  title,
  breakfast: 'included',
  lunch: 'included',
  dinner: 'self',
  hotel_standard: 'star3',
  ...more,
});
export const stop = (day_no: number, name: string, arrive: string, stay_minutes: number, more: object = {}) => ({
  day_no,
  name,
  arrive,
  stay_minutes,
  poi_type: 'scenic',
  ...more,
});

/** Three days in the north-west of Yunnan, in order. */
export const threeDays = {
  days: [day('昆明—大理'), day('大理—丽江'), day('丽江—昆明', { hotel_standard: 'none' })],
  stops: [
    stop(1, '大理古城', '14:00', 120),
    stop(1, '洱海生态廊道', '16:30', 90),
    stop(2, '喜洲古镇', '09:00', 120),
    stop(2, '丽江古城', '17:00', 180),
    stop(3, '玉龙雪山', '08:00', 300),
  ],
};
