-- Safety incidents, the instructions given in them, what can help near by, and notices of risk to the public.
create table incident (
  id bigint generated always as identity primary key,
  no text,
  title text not null,
  kind text not null,
  happened_at timestamptz not null,
  place point,
  place_found jsonb,
  place_name text,
  description text,
  pictures text[] not null default '{}',
  enterprise_id bigint references enterprise,
  itinerary_id bigint references travel_itinerary,
  source text not null default 'phone',
  reporter_name text,
  reporter_mobile text,
  received_at timestamptz not null default now(),
  sos_id bigint references travel_sos,
  dead integer not null default 0,
  hurt integer not null default 0,
  missing integer not null default 0,
  stranded integer not null default 0,
  stranded_long boolean not null default false,
  grade_by_hand text,
  grade_reason text,
  -- 旅游安全管理办法 Art. 40 to 43: dead and missing together, seriously hurt, stranded for more than 24 hours
  graded text not null generated always as (case
    when dead + missing >= 30 or hurt >= 100 or (stranded_long and stranded >= 500) then 'extreme'
    when dead + missing >= 10 or hurt >= 50 or (stranded_long and stranded >= 200) then 'grave'
    when dead + missing >= 3 or hurt >= 10 or (stranded_long and stranded >= 50) then 'large'
    else 'ordinary' end) stored,
  level text not null generated always as (coalesce(grade_by_hand, case
    when dead + missing >= 30 or hurt >= 100 or (stranded_long and stranded >= 500) then 'extreme'
    when dead + missing >= 10 or hurt >= 50 or (stranded_long and stranded >= 200) then 'grave'
    when dead + missing >= 3 or hurt >= 10 or (stranded_long and stranded >= 50) then 'large'
    else 'ordinary' end)) stored,
  first_response text,
  operator_reported_at timestamptz,
  operator_late boolean not null generated always as (
    coalesce(extract(epoch from operator_reported_at - happened_at) > 3600, false)) stored,
  verified_at timestamptz,
  verified_by bigint references auth_admin,
  onward_to text,
  onward_way text,
  onward_at timestamptz,
  onward_by bigint references auth_admin,
  onward_late boolean not null generated always as (
    coalesce(extract(epoch from onward_at - received_at) > 7200, false)) stored,
  commander text,
  commander_phone text,
  responded_at timestamptz,
  controlled_at timestamptz,
  handler_id bigint references auth_admin,
  cause text,
  outcome text,
  loss bigint,
  lessons text,
  report_files text[] not null default '{}',
  closed_at timestamptz,
  area_code text not null references system_area (code),
  status text not null default 'reported',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31)
    || title || chr(31) || coalesce(place_name, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (dead >= 0 and hurt >= 0 and missing >= 0 and stranded >= 0)
);
create sequence incident_no_seq owned by incident.no;
create unique index incident_no on incident (compact_identifier(no));
-- an emergency call opens one incident
create unique index incident_sos on incident (sos_id);
create index incident_area on incident (area_code text_pattern_ops, id desc);
create index incident_status on incident (status, id desc);
create index incident_enterprise on incident (enterprise_id, id desc);
create index incident_itinerary on incident (itinerary_id);
create index incident_handler on incident (handler_id);
create index incident_happened on incident (happened_at desc);
select create_search_table('incident');

create table incident_instruction (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incident,
  content text not null,
  addressee text not null,
  officer_id bigint references auth_admin,
  enterprise_id bigint references enterprise,
  outside_name text,
  addressed_to text,
  recipient_id bigint references enterprise,
  issued_by bigint references auth_admin,
  issued_at timestamptz,
  acknowledged_by text,
  acknowledged_at timestamptz,
  result text,
  done_at timestamptz,
  area_code text not null references system_area (code),
  status text not null default 'issued',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(content || chr(31) || coalesce(addressed_to, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (recipient_id is null or recipient_id = enterprise_id)
);
create index incident_instruction_incident on incident_instruction (incident_id, id desc);
create index incident_instruction_status on incident_instruction (status, id desc);
create index incident_instruction_recipient on incident_instruction (recipient_id, id desc);
create index incident_instruction_area on incident_instruction (area_code text_pattern_ops, id desc);
select create_search_table('incident_instruction');

create table incident_emergency_resource (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null,
  phone text not null,
  address text,
  place point not null,
  capacity integer,
  around_the_clock boolean not null default true,
  remark text,
  retired boolean not null default false,
  area_code text not null references system_area (code),
  search_text text generated always as (lower(name || chr(31) || coalesce(address, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index incident_emergency_resource_name_area_code on incident_emergency_resource (name, area_code);
create index incident_emergency_resource_area on incident_emergency_resource (area_code text_pattern_ops, id desc);
create index incident_emergency_resource_search on incident_emergency_resource using gin (bigrams(search_text)) with (fastupdate = off);
-- the nearest of a kind are found in order of distance
create index incident_emergency_resource_place on incident_emergency_resource using gist (place);

create table incident_risk_notice (
  id bigint generated always as identity primary key,
  title text not null,
  title_en text not null,
  level text not null,
  kind text not null,
  content text not null,
  content_en text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  incident_id bigint references incident,
  approved_by bigint references auth_admin,
  approved_at timestamptz,
  published_at timestamptz,
  lifted_at timestamptz,
  area_code text not null references system_area (code),
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (valid_to > valid_from)
);
create index incident_risk_notice_area on incident_risk_notice (area_code text_pattern_ops, id desc);
create index incident_risk_notice_status on incident_risk_notice (status, valid_to);
create index incident_risk_notice_incident on incident_risk_notice (incident_id);
select create_search_table('incident_risk_notice');

-- Metres between two points of degrees on a sphere.
create function metres_between(point, point) returns double precision language sql immutable parallel safe as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(power(sin(radians(($2[1] - $1[1]) / 2)), 2)
    + cos(radians($1[1])) * cos(radians($2[1])) * power(sin(radians(($2[0] - $1[0]) / 2)), 2))))
$$;

insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from) values
  ('incident_attention', '安全事件值班接报', 'Attention of the duty room to an incident', 'hour', 1, '值班处置时限（可按本地规定修改）',
   'Duty room practice (may be changed)', '2004-01-01'),
  ('incident_operator_report', '经营者报告安全事件', 'Report of an incident by the operator', 'hour', 1, '旅游安全管理办法第十五条',
   'Measures for Tourism Safety, Art. 15', '2016-12-01'),
  ('incident_onward', '安全事件向上级报告', 'Report of an incident to the next office', 'hour', 2, '旅游安全管理办法第十七条；突发事件信息报告规定',
   'Measures for Tourism Safety, Art. 17', '2016-12-01'),
  ('incident_instruction', '处置指令签收', 'Acknowledgement of an instruction', 'hour', 1, '值班处置时限（可按本地规定修改）',
   'Duty room practice (may be changed)', '2004-01-01');
