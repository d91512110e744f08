-- Scenic spots with their opening calendar, and their carrying capacities by LB/T 034-2014.
create table scenic_spot (
  id bigint generated always as identity primary key,
  name text not null,
  name_en text not null,
  enterprise_id bigint not null references enterprise,
  grade text not null,
  area_code text not null references system_area (code),
  place point not null,
  address text,
  duty_name text,
  duty_phone text not null,
  duty_mobile text,
  photos text[] not null default '{}',
  ticket_price bigint,
  reserve_required boolean not null default false,
  open_to_public boolean not null default true,
  instant_max integer,
  daily_max integer,
  best_instant integer,
  status text not null default 'open',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || name_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index scenic_spot_area on scenic_spot (area_code text_pattern_ops, id desc);
create index scenic_spot_enterprise on scenic_spot (enterprise_id, id desc);
create index scenic_spot_status on scenic_spot (status, id desc);
create index scenic_spot_place on scenic_spot using gist (place);
select create_search_table('scenic_spot');

create table scenic_season (
  id bigint generated always as identity primary key,
  spot_id bigint not null references scenic_spot,
  from_on date not null,
  to_on date not null,
  shut boolean not null default false,
  opens_at time,
  closes_at time,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index scenic_season_spot on scenic_season (spot_id, weigh);

create table scenic_capacity (
  id bigint generated always as identity primary key,
  code text not null,
  spot_id bigint not null references scenic_spot,
  doc_no text not null,
  approved_by text not null,
  open_minutes integer not null,
  visit_minutes integer not null,
  instant_by_hand integer,
  by_hand_reason text,
  best_instant integer,
  instant_max integer,
  daily_max integer,
  calculation text,
  calculation_en text,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references scenic_capacity,
  next_id bigint references scenic_capacity,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(doc_no || chr(31) || compact_identifier(doc_no))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (instant_max > 0 and daily_max > 0)
);
create sequence scenic_capacity_code_seq owned by scenic_capacity.code;
create unique index scenic_capacity_code_revision on scenic_capacity (compact_identifier(code), revision) nulls not distinct;
create index scenic_capacity_spot on scenic_capacity (spot_id, id desc);
create index scenic_capacity_doc_no on scenic_capacity (compact_identifier(doc_no));
create index scenic_capacity_next on scenic_capacity (next_id);
create index scenic_capacity_status on scenic_capacity (status, id desc);
select add_library('scenic_capacity', 'code');
select create_search_table('scenic_capacity');

create table scenic_area (
  id bigint generated always as identity primary key,
  capacity_id bigint not null references scenic_capacity,
  name text not null,
  area_m2 numeric not null,
  per_person_m2 numeric not null,
  facility_limit integer,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (area_m2 > 0 and per_person_m2 > 0)
);
create index scenic_area_capacity on scenic_area (capacity_id, weigh);
