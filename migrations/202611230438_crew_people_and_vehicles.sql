-- Guides by their cards, drivers and vehicles of coach firms (domain reference §2.F).
create table crew_guide (
  id bigint generated always as identity primary key,
  name text not null,
  gender text,
  id_no jsonb not null,
  mobile text not null,
  photo text,
  card_no text not null,
  qualification_no text,
  level text not null,
  star text,
  valid_to date not null,
  validity text not null default 'valid',
  languages text[] not null,
  agency_id bigint references enterprise,
  association text,
  area_code text not null,
  honours text,
  score numeric,
  ratings_count integer not null default 0,
  user_id bigint references member,
  suspended_from date,
  suspended_until date,
  barred_until date,
  decision_no text,
  status text not null default 'stated',
  due_at timestamptz,
  due_unit text,
  pending jsonb,
  pending_sealed jsonb,
  search_text text generated always as (lower(name || chr(31) || card_no || chr(31) || coalesce(qualification_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- Only what an officer has not refused holds a number: nobody keeps it from its holder by claiming it.
create unique index crew_guide_card_no on crew_guide (card_no) where status not in ('returned', 'ended');
create unique index crew_guide_id_no on crew_guide ((id_no->>'hash')) where status not in ('returned', 'ended');
create unique index crew_guide_user on crew_guide (user_id) where user_id is not null;
create index crew_guide_agency on crew_guide (agency_id);
create index crew_guide_area on crew_guide (area_code, status, id desc);
create index crew_guide_status on crew_guide (status, id desc);
create index crew_guide_valid_to on crew_guide (valid_to);
select keep_search_beside('crew_guide');

create table crew_driver (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  id_no jsonb not null,
  mobile text not null,
  licence_class text not null,
  licence_valid_to date,
  qualification_no text not null,
  qualification_valid_to date not null,
  validity text not null default 'valid',
  medical_on date,
  points integer,
  status text not null default 'stated',
  due_at timestamptz,
  due_unit text,
  pending jsonb,
  pending_sealed jsonb,
  search_text text generated always as (lower(name || chr(31) || qualification_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index crew_driver_id_no_enterprise_id on crew_driver ((id_no->>'hash'), enterprise_id) where status <> 'left';
create index crew_driver_enterprise on crew_driver (enterprise_id);
create index crew_driver_status on crew_driver (status, id desc);
create index crew_driver_ends on crew_driver (least(licence_valid_to, qualification_valid_to));
select keep_search_beside('crew_driver');

create table crew_vehicle (
  id bigint generated always as identity primary key,
  plate text not null,
  plate_color text not null,
  enterprise_id bigint not null references enterprise,
  type text not null,
  seats integer not null,
  vin text,
  permit_no text not null,
  permit_valid_to date not null,
  inspect_valid_to date not null,
  insurance_valid_to date not null,
  validity text not null default 'valid',
  gps_vendor text,
  gps_online_at timestamptz,
  guide_seat boolean not null default false,
  photos text[],
  status text not null default 'stated',
  due_at timestamptz,
  due_unit text,
  pending jsonb,
  pending_sealed jsonb,
  search_text text generated always as (lower(plate || chr(31) || permit_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index crew_vehicle_plate on crew_vehicle (plate) where status not in ('returned', 'scrapped');
create index crew_vehicle_enterprise on crew_vehicle (enterprise_id);
create index crew_vehicle_status on crew_vehicle (status, id desc);
create index crew_vehicle_ends on crew_vehicle (least(permit_valid_to, inspect_valid_to, insurance_valid_to));
select keep_search_beside('crew_vehicle');
