import { type Interval, overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import type { CoachHireOrder } from '#modules/coach-rental/contract/coach-hire-enquiry-and-order-of-coach-firm.ts';
import type { CoachDemand } from '#modules/coach-rental/contract/request-for-coach-hire-quotes.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Maximum demands; each goes to three firms. */
const most = 64;

/** Stages of demands, and the days from today until the hire begins. */
const stages: readonly Stage[] = [
  { demand: 'requested', order: 'requested', begins: 6 },
  { demand: 'quoted', order: 'quoted', begins: 5 },
  { demand: 'accepted', order: 'accepted', begins: 3 },
  { demand: 'accepted', order: 'dispatched', begins: 1 },
  { demand: 'accepted', order: 'running', begins: -1 },
  { demand: 'accepted', order: 'finished', begins: -9 },
  { demand: 'cancelled', order: 'cancelled', begins: -4 },
  { demand: 'quoted', order: 'quoted', begins: 8 },
];

const routes = [
  '昆明—大理—丽江往返',
  '昆明长水机场—市区酒店',
  '昆明—石林一日',
  '昆明—西双版纳四日',
  '昆明—九乡—石林两日',
  '昆明—腾冲—瑞丽五日',
];
const wishes = ['老年团，请安排驾龄十年以上的驾驶员', '需要行李舱，每人一件大箱', null, '全程不进购物店，请按行程停靠'];

interface Coach {
  readonly coach_id: number;
  readonly firm: string;
  readonly vehicle_id: number;
  readonly driver_id: number;
  readonly plate: string;
  readonly seats: number;
  /** When the vehicle or its driver is with a team. */
  readonly busy: readonly Interval[];
}

interface Stage {
  readonly demand: CoachDemand['status'];
  readonly order: CoachHireOrder['status'];
  readonly begins: number;
}

/** Data shared by a demand and its orders. */
interface Hire {
  readonly n: number;
  readonly route: string | undefined;
  readonly from_at: number;
  readonly to_at: number;
  readonly people: number;
  readonly remark: string | null | undefined;
  readonly made_at: number;
}

/**
 * Hires between generated agencies and coach firms in every possible state: quotes, accepted quotes, assigned drivers.
 * No vehicle or driver is used twice, or while it is with a team. Runs once.
 */
export async function addDemoCoachHires({ db }: Engine): Promise<void> {
  if (await db.row('select from rental_demand limit 1')) return;
  const agencies = await db.rows<{ id: number; name: string }>(
    `select id, name from enterprise where ent_type = 'agency' and status = 'active' order by id limit ${most}`,
  );
  const coaches = await readCoaches(db);
  const count = Math.min(most, agencies.length, Math.floor(coaches.length / 2));
  const left = [...coaches];
  const take = (hire: Interval): Coach | undefined => {
    const at = left.findIndex(({ busy }) => !busy.some((one) => overlaps(one, hire)));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const midnight = toTime(shanghaiToday()) / 1000;
  const demands = [];
  const orders = [];
  for (let n = 0; n < count; n += 1) {
    const agency = agencies[n];
    const stage = stages[n % stages.length];
    if (!agency || !stage) break;
    const { from, to } = intervalOf(stage, n, midnight);
    // two have a coach available, the third does not answer
    const [one, other] = [take({ from, to }), take({ from, to })];
    if (!one || !other) continue;
    const third = coaches[(n * 2 + 5) % coaches.length];
    const candidates = [one, other, third].filter((coach) => coach !== undefined);
    const unique = candidates.filter(
      ({ coach_id }, at) => candidates.findIndex((coach) => coach.coach_id === coach_id) === at,
    );
    const hire: Hire = {
      n,
      route: routes[n % routes.length],
      from_at: from,
      to_at: to,
      people: Math.min(12 + ((n * 7) % 24), Math.min(one.seats, other.seats) - 1),
      remark: wishes[n % wishes.length],
      made_at: Math.min(from - 6 * 86_400, midnight - 3600 * (1 + (n % 40))),
    };
    demands.push({
      ...hire,
      agency_id: agency.id,
      status: stage.demand,
      asked: unique.map(({ coach_id }) => coach_id),
      budget: (3000 + (n % 7) * 900) * 100,
    });
    orders.push(...unique.map((coach, at) => ({ ...orderOf(hire, coach, stage, at), agency: agency.name })));
  }
  await storeHires(db, demands, orders);
}

/** Usable coaches, each with a driver of its firm and the times it is with teams. */
function readCoaches(db: Engine['db']): Promise<Coach[]> {
  // the n-th vehicle of a firm gets its n-th driver; firms alternate, so that neighbours are of different firms
  return db.rows<Coach>(
    `with car as (select id, enterprise_id, plate, seats, row_number() over (partition by enterprise_id order by id) as n
        from crew_vehicle where status = 'normal' and validity = 'valid' and gps_online_at is not null and seats > 6),
      man as (select id, enterprise_id, row_number() over (partition by enterprise_id order by id) as n
        from crew_driver where status = 'working' and validity = 'valid')
     select e.id as coach_id, e.name as firm, car.id as vehicle_id, man.id as driver_id, car.plate, car.seats,
       (select coalesce(jsonb_agg(jsonb_build_object('from', extract(epoch from i.start_at)::bigint, 'to', extract(epoch from i.end_at)::bigint)), '[]')
         from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
         where a.vehicle_id = car.id or a.driver_id = man.id) as busy
     from car join man on man.enterprise_id = car.enterprise_id and man.n = car.n
       join enterprise e on e.id = car.enterprise_id and e.status = 'active' and e.ent_type in ('coach', 'car_rental')
     order by car.n, e.id limit ${most * 3}`,
  );
}

/** Begin and end of the n-th hire, in seconds. */
function intervalOf({ begins }: Stage, n: number, midnight: number): Interval {
  const from = midnight + (begins + (begins > 1 ? n % 5 : 0)) * 86_400 + 8 * 3600;
  return { from, to: from + (1 + (n % 3)) * 86_400 + 36_000 };
}

/**
 * The order of one firm of a demand: the first goes as far as the demand; of the others one quoted, and one did not
 * answer or was released.
 */
function orderOf(hire: Hire, coach: Coach, stage: Stage, at: number) {
  const won = at === 0;
  const over = ['accepted', 'cancelled'].includes(stage.demand);
  const unanswered = at === 1 && stage.demand === 'quoted' ? 'quoted' : 'requested';
  const status = won ? stage.order : over ? 'cancelled' : unanswered;
  const accepted = won && stage.demand === 'accepted';
  return {
    ...hire,
    ...coach,
    status,
    price: (2800 + ((hire.n * 3 + at * 5) % 11) * 420) * 100,
    quoted: stage.demand !== 'requested' && (won || at === 1),
    drives: ['dispatched', 'running', 'finished'].includes(status),
    quote: accepted ? 'accepted' : over ? 'passed' : 'offered',
    registered_on: `${2016 + (hire.n % 8)}-0${1 + (hire.n % 9)}-15`,
  };
}

async function storeHires(db: Engine['db'], demands: readonly object[], orders: readonly object[]): Promise<void> {
  await db.query(
    `with d as (select * from jsonb_to_recordset($1::jsonb) as r (n int, agency_id bigint, route text, from_at bigint, to_at bigint, people int,
         remark text, made_at bigint, status text, asked bigint[], budget bigint)),
       stored as (insert into rental_demand (agency_id, route, from_at, to_at, people, budget, remark, asked, status, createtime, updatetime)
         select agency_id, route, to_timestamp(from_at), to_timestamp(to_at), people, budget, remark, asked, status, to_timestamp(made_at), to_timestamp(made_at)
         from d order by n returning id, agency_id),
       o as (select * from jsonb_to_recordset($2::jsonb) as r (n int, coach_id bigint, agency text, route text, from_at bigint, to_at bigint, people int,
         remark text, made_at bigint, status text, quoted boolean, drives boolean, vehicle_id bigint, driver_id bigint, plate text, seats int, firm text,
         price bigint, quote text, registered_on date)),
       sent as (insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, remark, vehicle_id, driver_id, registered_on, price, status, createtime, updatetime)
         select o.coach_id, stored.id, o.agency, o.route, to_timestamp(o.from_at), to_timestamp(o.to_at), o.people, o.remark,
           case when o.quoted then o.vehicle_id end, case when o.drives then o.driver_id end, case when o.quoted then o.registered_on end,
           case when o.quoted then o.price end, o.status, to_timestamp(o.made_at), to_timestamp(o.made_at + 7200)
         from o join d on d.n = o.n join stored on stored.agency_id = d.agency_id order by o.n returning id, demand_id, coach_id)
     insert into rental_quote (demand_id, order_id, firm, plate, seats, price, words, status, createtime, updatetime)
       select sent.demand_id, sent.id, o.firm, o.plate, o.seats, o.price, '含过路费、停车费，不含驾驶员食宿', o.quote, to_timestamp(o.made_at + 7200), to_timestamp(o.made_at + 7200)
       from o join d on d.n = o.n join stored on stored.agency_id = d.agency_id join sent on sent.demand_id = stored.id and sent.coach_id = o.coach_id
       where o.quoted order by o.n`,
    [JSON.stringify(demands), JSON.stringify(orders)],
  );
}
