-- Teams on their way: tourists, guides, vehicles, days and stops; what coach firms are asked for, and what rules found
-- (domain reference §2.E).

create table travel_itinerary (
  id bigint generated always as identity primary key,
  team_no text not null,
  agency_id bigint not null references enterprise,
  kind text not null,
  product_id bigint references travel_product,
  template_id bigint references travel_template,
  ground_agency_id bigint references enterprise,
  delegation_file text,
  contract_mode text,
  contract_nos text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  area_code text not null,
  transit_areas bigint[],
  destination_areas bigint[] not null,
  tourist_count integer not null default 0,
  adult_count integer not null default 0,
  child_count integer not null default 0,
  elder_count integer not null default 0,
  foreign_count integer not null default 0,
  source_area text,
  person_days integer not null default 0,
  total_fee bigint not null,
  per_capita bigint,
  ground_fee bigint,
  guide_fee bigint,
  hotel_fee bigint,
  coach_fee bigint,
  accident_count integer,
  emergency_contact text not null,
  emergency_mobile text not null,
  emergency_plan text,
  remark text,
  change_reason text,
  change_note text,
  consent_file text,
  change_count integer not null default 0,
  late text,
  leader_required text,
  submitted_at timestamptz,
  departed_at timestamptz,
  finished_at timestamptz,
  finish_note text,
  incident_no text,
  -- keyed hash of all numbers of the list: the same people again
  list_hash text,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(team_no || chr(31) || coalesce(contract_nos, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index travel_itinerary_team_no on travel_itinerary (team_no);
create index travel_itinerary_agency on travel_itinerary (agency_id, id desc);
create index travel_itinerary_status on travel_itinerary (status, id desc);
create index travel_itinerary_area on travel_itinerary (area_code, status, id desc);
create index travel_itinerary_product on travel_itinerary (product_id);
create index travel_itinerary_template on travel_itinerary (template_id);
create index travel_itinerary_ground on travel_itinerary (ground_agency_id);
create index travel_itinerary_start on travel_itinerary (start_at, id);
create index travel_itinerary_destinations on travel_itinerary using gin (destination_areas);
create index travel_itinerary_transit on travel_itinerary using gin (transit_areas);
create index travel_itinerary_list on travel_itinerary (list_hash) where list_hash is not null;
-- what the clock looks at every minute
create index travel_itinerary_due on travel_itinerary (status, start_at) where status in ('confirmed', 'departed');
select keep_search_beside('travel_itinerary');
select keep_list('travel_itinerary', 'transit_areas', 'system_area');
select keep_list('travel_itinerary', 'destination_areas', 'system_area');
-- numbers of teams begin with area and day, so that five digits are enough for every day
create sequence travel_team_number;

create table travel_itinerary_day (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  title text not null,
  breakfast text not null,
  lunch text not null,
  dinner text not null,
  hotel_standard text,
  hotel_name text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_itinerary_day_itinerary on travel_itinerary_day (itinerary_id, weigh);

create table travel_itinerary_stop (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  day_no integer not null,
  poi_type text not null,
  name text not null,
  arrive time not null,
  stay_minutes integer not null,
  is_shopping boolean generated always as (poi_type = 'shop') stored,
  is_optional_paid boolean,
  fee bigint,
  place point,
  plan_arrive timestamptz,
  plan_leave timestamptz,
  actual_arrive timestamptz,
  actual_leave timestamptz,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_itinerary_stop_itinerary on travel_itinerary_stop (itinerary_id, weigh);

create table travel_tourist (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  name text not null,
  id_type text not null,
  id_no jsonb not null,
  gender text,
  birthday date,
  mobile text,
  nationality text,
  source_area text,
  is_minor text,
  guardian_mobile text,
  room_no text,
  seat_no text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_tourist_itinerary on travel_tourist (itinerary_id, weigh);
create unique index travel_tourist_id_no_itinerary_id on travel_tourist ((id_no->>'hash'), itinerary_id);

create table travel_assigned_guide (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  guide_id bigint not null references crew_guide,
  name text,
  role text not null,
  from_at timestamptz,
  to_at timestamptz,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_assigned_guide_itinerary on travel_assigned_guide (itinerary_id, weigh);
create index travel_assigned_guide_guide on travel_assigned_guide (guide_id, to_at);

create table travel_assigned_vehicle (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  vehicle_id bigint not null references crew_vehicle,
  driver_id bigint not null references crew_driver,
  second_driver_id bigint references crew_driver,
  from_at timestamptz,
  to_at timestamptz,
  shared_transfer boolean,
  charter_no text,
  board_no text,
  plate text,
  seats integer,
  coach_id bigint references enterprise,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_assigned_vehicle_itinerary on travel_assigned_vehicle (itinerary_id, weigh);
create index travel_assigned_vehicle_vehicle on travel_assigned_vehicle (vehicle_id, to_at);
create index travel_assigned_vehicle_driver on travel_assigned_vehicle (driver_id, to_at);
create index travel_assigned_vehicle_second on travel_assigned_vehicle (second_driver_id, to_at);
create index travel_assigned_vehicle_coach on travel_assigned_vehicle (coach_id);

create table travel_dispatch (
  id bigint generated always as identity primary key,
  coach_id bigint not null references enterprise,
  itinerary_id bigint not null references travel_itinerary,
  team_no text not null,
  vehicle_id bigint not null references crew_vehicle,
  driver_id bigint references crew_driver,
  from_at timestamptz not null,
  to_at timestamptz not null,
  people integer,
  status text not null default 'asked',
  due_at timestamptz,
  search_text text generated always as (lower(team_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_dispatch_coach on travel_dispatch (coach_id, id desc);
create index travel_dispatch_itinerary on travel_dispatch (itinerary_id);
create index travel_dispatch_vehicle on travel_dispatch (vehicle_id);
create index travel_dispatch_driver on travel_dispatch (driver_id);
create index travel_dispatch_status on travel_dispatch (status, id desc);
select keep_search_beside('travel_dispatch');

create table travel_finding (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  code text not null,
  severity text not null,
  action text not null,
  summary text not null,
  article text,
  officer_note text,
  area_code text not null,
  status text not null default 'open',
  due_at timestamptz,
  search_text text generated always as (lower(summary)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_finding_itinerary on travel_finding (itinerary_id, id desc);
create index travel_finding_status on travel_finding (status, id desc);
create index travel_finding_area on travel_finding (area_code, status, id desc);
-- a thing that was seen is told once, however often the rules look
create unique index travel_finding_seen on travel_finding (itinerary_id, code, md5(summary));
select keep_search_beside('travel_finding');
