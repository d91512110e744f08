-- Checks of enterprises, tour groups, vehicles, guides, persons and websites: who is checked, by whom, for what, and what
-- was found.
create table enforcement_check (
  id bigint generated always as identity primary key,
  check_no text,
  source text not null,
  clue text,
  check_reason text,
  basis text not null,
  plan_id bigint references enforcement_plan,
  draw_id bigint references enforcement_draw,
  cycle_id bigint,
  recheck_of bigint references enforcement_check,
  roadside_check_id bigint references enforcement_roadside_check,
  domain text not null,
  department_id bigint not null references auth_department,
  joint_departments text,
  object_type text not null,
  enterprise_id bigint references enterprise,
  itinerary_id bigint references travel_itinerary,
  vehicle_id bigint references crew_vehicle,
  guide_id bigint references crew_guide,
  object_name text,
  -- the enterprise, once it may know of the check
  informed_enterprise_id bigint references enterprise,
  area_code text not null references system_area (code),
  due_on date not null,
  notify_mode text not null,
  direct_reason text,
  window_from timestamptz,
  window_to timestamptz,
  opinion text,
  approved_by bigint references auth_admin,
  approved_at timestamptz,
  notified_at timestamptz,
  started_at timestamptz,
  started_place point,
  started_place_found jsonb,
  distance integer,
  flags text[],
  party_name text,
  party_post text,
  summary text,
  refused_to_sign boolean not null default false,
  refusal_note text,
  refusal_reason text,
  submitted_at timestamptz,
  seal text,
  result_code text,
  result_note text,
  reviewed_by bigint references auth_admin,
  reviewed_at timestamptz,
  published_at timestamptz,
  transferred_to text,
  status text not null default 'draft',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(check_no, '') || chr(31) || coalesce(compact_identifier(check_no), '')
    || chr(31) || coalesce(object_name, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence enforcement_check_check_no_seq owned by enforcement_check.check_no;
create unique index enforcement_check_check_no on enforcement_check (compact_identifier(check_no));
create index enforcement_check_area on enforcement_check (area_code text_pattern_ops, id desc);
create index enforcement_check_status on enforcement_check (status, id desc);
create index enforcement_check_enterprise on enforcement_check (enterprise_id, approved_at);
create index enforcement_check_informed on enforcement_check (informed_enterprise_id, id desc);
create index enforcement_check_plan on enforcement_check (plan_id);
-- one check of an enterprise for each draw, however often they are created
create unique index enforcement_check_drawn on enforcement_check (draw_id, enterprise_id) where draw_id is not null and recheck_of is null;
create index enforcement_check_recheck_of on enforcement_check (recheck_of);
create index enforcement_check_roadside on enforcement_check (roadside_check_id);
create index enforcement_check_department on enforcement_check (department_id);
create index enforcement_check_itinerary on enforcement_check (itinerary_id);
create index enforcement_check_vehicle on enforcement_check (vehicle_id);
create index enforcement_check_guide on enforcement_check (guide_id);
create index enforcement_check_approved_by on enforcement_check (approved_by);
create index enforcement_check_reviewed_by on enforcement_check (reviewed_by);
create index enforcement_check_published on enforcement_check (published_at desc) where published_at is not null;
select create_search_table('enforcement_check');

create table enforcement_check_officer (
  id bigint generated always as identity primary key,
  check_id bigint not null references enforcement_check,
  officer_id bigint not null references library_officer,
  lead boolean not null default false,
  cert_no text,
  accepted_at timestamptz,
  arrived_at timestamptz,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_check_officer_check on enforcement_check_officer (check_id, weigh);
create unique index enforcement_check_officer_officer_id_check_id on enforcement_check_officer (officer_id, check_id);

create table enforcement_check_answer (
  id bigint generated always as identity primary key,
  check_id bigint not null references enforcement_check,
  item_id bigint not null references library_check_item,
  remark text,
  answer text,
  value text,
  problem boolean not null default false,
  note text,
  evidence text[],
  documents text[],
  place point,
  place_found jsonb,
  answered_at timestamptz,
  answered_by bigint references auth_admin,
  client_time timestamptz,
  weigh integer not null default 0,
  status text not null default 'open',
  due_at timestamptz,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_check_answer_check on enforcement_check_answer (check_id, weigh);
create unique index enforcement_check_answer_item_id_check_id on enforcement_check_answer (item_id, check_id);
create index enforcement_check_answer_answered_by on enforcement_check_answer (answered_by);
create index enforcement_check_answer_problem on enforcement_check_answer (check_id) where problem;

create table enforcement_check_signature (
  id bigint generated always as identity primary key,
  check_id bigint not null references enforcement_check,
  role text not null,
  name text not null,
  officer_id bigint references library_officer,
  signed_at timestamptz not null,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_check_signature_check on enforcement_check_signature (check_id);
create index enforcement_check_signature_officer on enforcement_check_signature (officer_id);

create table enforcement_check_appeal (
  id bigint generated always as identity primary key,
  check_id bigint not null references enforcement_check,
  reason text not null,
  files text[],
  filed_at timestamptz,
  answer text,
  status text not null default 'filed',
  due_at timestamptz,
  due_unit text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_check_appeal_check on enforcement_check_appeal (check_id);
create index enforcement_check_appeal_status on enforcement_check_appeal (status, id desc);

-- Tasks under way: checks that are approved and whose record is not yet handed in.
create or replace function workload(t library_officer) returns integer language sql stable as $$
  select count(*)::integer from enforcement_check_officer o join enforcement_check c on c.id = o.check_id
  where o.officer_id = t.id
    and c.status in ('approved', 'notified', 'dispatched', 'accepted', 'on_site', 'recording', 'returned')
$$;

insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from) values
  ('check_approval', '检查审批', 'Approval of a check', 'workingDay', 3, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01'),
  ('check_review', '检查结果审核', 'Review of a check', 'workingDay', 5, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01'),
  ('check_publicity', '检查结果公示', 'Publication of the result of a check', 'workingDay', 20, '国发〔2019〕5号（检查结束之日起二十个工作日内公示）', 'Guofa [2019] No. 5 (within twenty working days of the end of the check)', '2004-01-01'),
  ('check_appeal', '检查异议答复', 'Answer to an appeal against a check', 'workingDay', 10, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01');
