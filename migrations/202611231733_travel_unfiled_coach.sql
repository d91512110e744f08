-- What the road tells of teams (domain reference §2.E, I10, I12, I14): what gates counted, what a camera takes a vehicle
-- for, and tour coaches that were seen without a team.
alter table enforcement_capture add column type text;
create table enforcement_entry (
  of_id bigint not null,
  source text not null,
  at timestamptz not null,
  people integer not null,
  place text,
  primary key (of_id, at, source)
) partition by range (at);

create table travel_unfiled_coach (
  id bigint generated always as identity primary key,
  plate text not null,
  vehicle_id bigint references crew_vehicle,
  on_date date not null,
  spot text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null,
  severity text not null,
  summary text not null,
  article text,
  officer_note text,
  area_code text not null references system_area (code),
  status text not null default 'open',
  due_at timestamptz,
  search_text text generated always as (lower(plate || chr(31) || spot)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- a coach is told of once a day in each area it was seen in, however often the night looks
create unique index travel_unfiled_coach_seen on travel_unfiled_coach (on_date, plate, area_code);
create index travel_unfiled_coach_area on travel_unfiled_coach (area_code text_pattern_ops, last_at desc, id desc);
create index travel_unfiled_coach_status on travel_unfiled_coach (status, id desc);
create index travel_unfiled_coach_vehicle on travel_unfiled_coach (vehicle_id);
create index travel_unfiled_coach_last on travel_unfiled_coach (last_at desc, id desc);
select keep_search_beside('travel_unfiled_coach');

-- which shop a coach stood at
create index enterprise_shop_place on enterprise using gist (place) where ent_type = 'shop' and place is not null;
-- of the teams that were on the road two days ago or since, those the night looks at again
create index travel_itinerary_end on travel_itinerary (end_at) where status in ('submitted', 'confirmed', 'departed', 'finished');
