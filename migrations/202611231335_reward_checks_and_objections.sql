-- Whom a policy is for, what its steps ask for, what others counted, what is checked of what, and who objects (domain
-- reference §2.P).
alter table reward_policy add column areas bigint[], add column credit text;
select keep_list('reward_policy', 'areas', 'system_area');

alter table reward_rule add column min_vehicles integer, add column min_scenic integer, add column min_year integer;
drop index reward_rule_min_pax_policy_id_kind_min_nights;
create unique index reward_rule_min_pax_policy_id_kind_min_nights_min_year
  on reward_rule (min_pax, policy_id, kind, min_nights, min_year) nulls not distinct;

alter table reward_application add column published_on date, add column recovered_on date, add column recovery_no text;
-- what is open to everybody, and what an enterprise has not given back
create index reward_application_open on reward_application (publicity_until) where status in ('publicity', 'objection');
create index reward_application_clawed on reward_application (enterprise_id) where status in ('clawback', 'recovered');

alter table reward_check add column lacking boolean not null default false,
  add column itinerary_id bigint references travel_itinerary, add column expected text, add column found text,
  add column against text;
select keep_one_of('reward_check', 'against', 'reward/application', 'travel/itinerary', 'enforcement/source');
create index reward_check_team on reward_check (itinerary_id);

create table reward_record (
  id bigint generated always as identity primary key,
  kind text not null,
  team_no text not null,
  on_date date not null,
  place text not null,
  people integer not null,
  given_by text not null,
  proof text,
  area_code text not null references system_area (code),
  search_text text generated always as (lower(team_no || chr(31) || place || chr(31) || given_by)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index reward_record_on_date_kind_team_no_place on reward_record (on_date, kind, team_no, place);
create index reward_record_team on reward_record (team_no);
create index reward_record_area on reward_record (area_code text_pattern_ops, id desc);
create index reward_record_search on reward_record using gin (bigrams(search_text)) with (fastupdate = off);

create table reward_objection (
  id bigint generated always as identity primary key,
  application_id bigint not null references reward_application,
  name text not null,
  mobile text not null,
  reason text not null,
  source text not null default 'officer',
  reply text,
  status text not null default 'open',
  due_at timestamptz,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reward_objection_application on reward_objection (application_id, status);
create index reward_objection_status on reward_objection (status, id desc);
-- whoever objects is heard once
create unique index reward_objection_mobile_application_id on reward_objection (mobile, application_id);
