import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { checkChildLists } from '#kernel/resource/child-lists-of-resource.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import type { TestEngine } from '../support/test-engine.ts';

/** An invented itinerary with days, each with stops, and tourists. */
export const itinerary = resource({
  name: 'trip/itinerary',
  label: text('行程单', 'Itinerary'),
  title: 'team_no',
  scope: 'area',
  fields: {
    team_no: field.text(text('团号', 'Team number'), { required: true, max: 40, search: true }),
    days: field.rows(text('日程', 'Days'), { of: 'trip/day', max: 60 }),
    tourists: field.rows(text('游客', 'Tourists'), { of: 'trip/tourist', max: 5000 }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
});
export const day = resource({
  name: 'trip/day',
  label: text('日程', 'Day'),
  title: 'summary',
  scope: 'parent',
  partOf: 'itinerary_id',
  sortable: true,
  actions: [],
  fields: {
    itinerary_id: field.reference(text('行程单', 'Itinerary'), { to: 'trip/itinerary', required: true }),
    summary: field.text(text('概要', 'Summary'), { required: true, max: 100 }),
    date: field.date(text('日期', 'Date')),
    stops: field.rows(text('停靠点', 'Stops'), { of: 'trip/stop', max: 50 }),
  },
});
export const stop = resource({
  name: 'trip/stop',
  label: text('停靠点', 'Stop'),
  title: 'name',
  scope: 'parent',
  partOf: 'day_id',
  sortable: true,
  actions: [],
  fields: {
    day_id: field.reference(text('日程', 'Day'), { to: 'trip/day', required: true }),
    name: field.text(text('名称', 'Name'), { required: true, max: 50 }),
    arrives_at: field.time(text('到达时间', 'Arrives at')),
    fee: field.money(text('费用', 'Fee')),
    is_shopping: field.switch(text('购物', 'Shopping')),
    photo: field.file(text('照片', 'Photo'), { private: true }),
    hotel_id: field.reference(text('酒店', 'Hotel'), { to: 'trip/hotel' }),
  },
});
export const tourist = resource({
  name: 'trip/tourist',
  label: text('游客', 'Tourist'),
  title: 'room_no',
  scope: 'parent',
  partOf: 'itinerary_id',
  sortable: true,
  actions: ['index', 'add', 'edit', 'del', 'reveal'],
  fields: {
    itinerary_id: field.reference(text('行程单', 'Itinerary'), { to: 'trip/itinerary', required: true }),
    name: field.personName(text('姓名', 'Name'), { required: true, privacy: 'masked' }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), { privacy: 'masked', unique: ['itinerary_id'] }),
    mobile: field.mobile(text('手机号', 'Mobile number'), { privacy: 'masked' }),
    room_no: field.text(text('房号', 'Room'), { max: 20 }),
  },
});
/** Referred to by child rows; seen only in its own area. */
export const hotel = resource({
  name: 'trip/hotel',
  label: text('酒店', 'Hotel'),
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
});
export const tripResources: readonly AnyResource[] = [itinerary, day, stop, tourist, hotel];

const base = `version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now()`;
const tables = `
create table trip_itinerary (id bigint generated always as identity primary key, team_no text not null, area_code text not null,
  search_text text generated always as (lower(team_no)) stored, ${base});
create table trip_hotel (id bigint generated always as identity primary key, name text not null, area_code text not null, ${base});
create table trip_day (id bigint generated always as identity primary key, itinerary_id bigint not null references trip_itinerary,
  summary text not null, date date, weigh integer not null default 0, ${base});
create index trip_day_itinerary on trip_day (itinerary_id, weigh);
create table trip_stop (id bigint generated always as identity primary key, day_id bigint not null references trip_day,
  name text not null, arrives_at time, fee bigint, is_shopping boolean not null default false, photo text,
  hotel_id bigint references trip_hotel, weigh integer not null default 0, ${base});
create index trip_stop_day on trip_stop (day_id, weigh);
create table trip_tourist (id bigint generated always as identity primary key, itinerary_id bigint not null references trip_itinerary,
  name text not null, id_no jsonb, mobile text, room_no text, weigh integer not null default 0, ${base});
create index trip_tourist_itinerary on trip_tourist (itinerary_id, weigh);
create unique index trip_tourist_id_no_itinerary_id on trip_tourist ((id_no->>'hash'), itinerary_id);`;

/** The engine of a test with these resources besides the real ones, and its own hooks. */
export async function tripEngine(
  on: TestEngine,
  hooks: Readonly<Record<string, WriteHooksOfAnyResource>> = {},
): Promise<Engine> {
  await on.db.query(tables);
  const engine = withHooks(on.engine, hooks);
  checkChildLists(tripResources, engine.find);
  return engine;
}

export function withHooks(engine: Engine, hooks: Readonly<Record<string, WriteHooksOfAnyResource>>): Engine {
  const byName = new Map(tripResources.map((one) => [one.name, one]));
  return {
    ...engine,
    resources: [...engine.resources, ...tripResources],
    find: (name) => byName.get(name) ?? engine.find(name),
    hooks: new Map([...engine.hooks, ...Object.entries(hooks).map(([name, one]) => [name, [one]] as const)]),
  };
}
