import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import {
  arrivalCodeAt,
  arrivalSecretSource,
} from '#modules/enforcement/contract/check/officer-arrival-one-time-code.ts';
import { checkAnswer } from '#modules/enforcement/contract/check/officers-answers-and-signatures-of-check.ts';
import { personOfEnterprise } from '#modules/enterprise/contract/person-of-enterprise.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

interface Drawn {
  readonly [column: string]: unknown;
  readonly draw_id: number;
  readonly plan_id: number;
  readonly basis: string;
  readonly department_id: number;
  readonly enterprise_id: number;
  readonly area_code: string;
  readonly domain: string;
  readonly place: { readonly lng: number; readonly lat: number } | null;
  readonly officers: readonly { readonly id: number; readonly admin: number }[];
  readonly items: readonly number[];
}

const lives = [
  [],
  ['apply'],
  ['apply', 'approve'],
  ['apply', 'approve', 'notify'],
  ['apply', 'approve', 'notify', 'dispatch', 'accept'],
  ['apply', 'approve', 'notify', 'dispatch', 'accept', 'scanIn', 'record'],
  ['apply', 'approve', 'notify', 'dispatch', 'accept', 'scanIn', 'record', 'answer', 'submit'],
  ['apply', 'approve', 'notify', 'dispatch', 'accept', 'scanIn', 'record', 'answer', 'submit', 'review'],
  [
    'apply',
    'approve',
    'notify',
    'dispatch',
    'accept',
    'scanIn',
    'record',
    'answer',
    'submit',
    'review',
    'publish',
    'close',
  ],
] as const;
type Step = (typeof lives)[8][number];

const drawn = { strokes: [[120, 150, 260, 90, 400, 210, 560, 120, 720, 160]] } as const;
const seconds = () => Math.floor(Date.now() / 1000);
const officer = (id: number): Caller => ({ ...systemCaller(), type: 'admin', id, super: true, name: '执法人员' });

/**
 * Checks of the enterprises of the published draw, each a step further than the one before. They are made as people make them,
 * so that what has to hold for a check holds for them.
 */
export async function addDemoChecksOfDraw(engine: Engine): Promise<void> {
  const rows = await engine.db.rows<Drawn>(sql`
    select d.id as draw_id, d.plan_id, p.basis, p.department_id, r.enterprise_id, e.area_code, o.domain,
      case when e.place is not null then json_build_object('lng', round(e.place[0]::numeric, 6), 'lat', round(e.place[1]::numeric, 6)) end as place,
      (select json_agg(json_build_object('id', f.id, 'admin', f.admin_id) order by u.n)
        from unnest(r.officers) with ordinality u (id, n) join library_officer f on f.id = u.id) as officers,
      (select coalesce(json_agg(i.id order by i.code), '[]') from (select c.id, c.code from library_check_item c
        where c.status = 'published' and c.evidence <> 'photo' and c.answer_kind = 'yes_no_na' and e.ent_type = any(c.kinds) order by c.code limit 6) i) as items
    from enforcement_draw d join enforcement_plan p on p.id = d.plan_id join enforcement_draw_result r on r.draw_id = d.id
      join enforcement_draw_object o on o.draw_id = d.id and o.enterprise_id = r.enterprise_id
      join enterprise e on e.id = r.enterprise_id and e.status = 'active'
    where d.status = 'published' and not exists (select from enforcement_check c where c.draw_id = d.id)
    order by d.id desc, r.position limit ${lives.length}`);
  await inventRecipients(
    engine,
    rows.map(({ enterprise_id }) => enterprise_id),
  );
  const chief = await engine.db.row<{ id: number }>(sql`select id from auth_admin order by id limit 1`);
  for (const [at, one] of rows.entries()) {
    if (one.items.length === 0 || one.officers.length < 2) continue;
    const { id } = await write(engine, check, systemCaller(), { operation: 'add', unread: true, ...draftOf(one) });
    for (const step of lives[at] ?? []) await make(engine, id, step, one, officer(chief?.id ?? 0));
  }
}

/** A person of each enterprise who receives notices, where it has none. Nobody can sign in as them. */
async function inventRecipients({ db }: Engine, enterprises: readonly number[]): Promise<void> {
  await db.query(sql`
    with e as (
      select e.id, e.contact_name from enterprise e where e.id = any(${[...enterprises]}::bigint[])
        and not exists (select from ${sql.id(tableOf(personOfEnterprise))} p where p.enterprise_id = e.id and p.status = 'active')
    ), m as (
      insert into member (username, nickname, password) select 'contact' || e.id, e.contact_name, '' from e returning id, username)
    insert into ${sql.id(tableOf(personOfEnterprise))} (enterprise_id, user_id, name, role, status)
    select e.id, m.id, e.contact_name, 'owner', 'active' from e join m on m.username = 'contact' || e.id`);
}

function draftOf(one: Drawn) {
  return {
    input: {
      source: 'random',
      basis: one.basis,
      plan_id: one.plan_id,
      domain: one.domain,
      department_id: one.department_id,
      object_type: 'enterprise',
      enterprise_id: one.enterprise_id,
      area_code: one.area_code,
      due_on: addDays(shanghaiToday(), 20),
      notify_mode: 'advance',
      window_from: seconds() - 1800,
      window_to: seconds() + 6 * 3600,
      officers: one.officers.map(({ id }) => ({ officer_id: id })),
      items: one.items.map((item_id) => ({ item_id })),
    },
    set: { draw_id: one.draw_id },
  };
}

/** What a person sends with a step. */
const inputOf = ({ place }: Drawn, arrivalCode: string): Readonly<Partial<Record<Step, object>>> => ({
  scanIn: {
    arrival_code: arrivalCode,
    evidence_place: { ...(place ?? { lng: 102.71, lat: 25.04 }), from: 'device', accuracy: 15 },
    evidence_at: seconds(),
  },
  record: { credentials_shown: '1', party_name: '王经理', party_post: '负责人' },
  submit: {
    summary: '经现场检查，未发现违法违规行为。',
    signature_officer: drawn,
    signature_second_officer: drawn,
    signature_object: drawn,
    evidence_at: seconds(),
  },
  review: { result_code: 'no_problem' },
});

const byOfficers: readonly Step[] = ['accept', 'scanIn', 'record', 'submit'];

async function make(engine: Engine, id: number, step: Step, one: Drawn, chief: Caller): Promise<void> {
  const own = officer(one.officers[0]?.admin ?? 0);
  if (step === 'answer') {
    const answers = await engine.db.rows<{ id: number }>(
      sql`select id from enforcement_check_answer where check_id = ${id} order by weigh, id`,
    );
    const order = { operation: 'move', move: 'answer', input: { answer: 'yes' }, unread: true } as const;
    for (const each of answers) await write(engine, checkAnswer, own, { ...order, id: each.id });
    return;
  }
  const secret = engine.seal.hash(arrivalSecretSource(id, one.officers[1]?.id ?? 0));
  const input = { ...inputOf(one, await arrivalCodeAt(secret, seconds()))[step] };
  const caller = byOfficers.includes(step) ? own : chief;
  await write(engine, check, caller, { operation: 'move', move: step, id, input, unread: true });
}
