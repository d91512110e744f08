-- Complaints of tourists, what they ask for, and the sessions in which they are mediated.
create table complaint (
  id bigint generated always as identity primary key,
  no text,
  channel text not null,
  ext_no text,
  ext_due_on date,
  complainant_name text not null,
  mobile text not null,
  email text,
  id_number jsonb,
  gender text,
  nationality text,
  address text,
  anonymous boolean not null default false,
  shown_name text,
  shown_name_en text,
  people integer not null default 1,
  representatives text,
  language text not null default 'zh-cn',
  respondent_enterprise_id bigint references enterprise,
  respondent_name text not null,
  respondent_kind text,
  -- the enterprise, once it is notified
  recipient_id bigint references enterprise,
  team_no text,
  contract_no text,
  contract_end_on date,
  category text not null,
  event_at timestamptz not null,
  event_area text not null references system_area (code),
  event_place point,
  facts text not null,
  files text[] not null default '{}',
  urgent boolean not null default false,
  filed_on date not null,
  rule_version text not null,
  past_limit boolean not null default false,
  handler_id bigint references auth_admin,
  received_on date not null,
  accepted_on date,
  settle_from date,
  accepted_late boolean not null default false,
  decided_on date,
  material_wanted_on date,
  material_wanted text,
  supplement text,
  refusal text,
  transferred_to text,
  merged_into bigint references complaint,
  notified_on date,
  appraising boolean not null default false,
  appraisal text,
  passed_on date,
  answer_by date,
  answer text,
  answer_files text[] not null default '{}',
  answered_at timestamptz,
  outcome text,
  settled_on date,
  days_used integer,
  agreement text,
  agreed_amount bigint,
  fulfil_by date,
  fulfilled_on date,
  paid_amount bigint,
  responsibility text,
  result text,
  closed_on date,
  satisfaction integer,
  reopened boolean not null default false,
  new_facts text,
  area_code text not null references system_area (code),
  status text not null default 'registered',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31)
    || coalesce(ext_no, '') || chr(31) || coalesce(compact_identifier(ext_no), '') || chr(31)
    || coalesce(respondent_name, '') || chr(31) || coalesce(team_no, '') || chr(31) || coalesce(compact_identifier(team_no), '')
    || chr(31) || coalesce(contract_no, '') || chr(31) || coalesce(compact_identifier(contract_no), '') || chr(31) || facts)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (recipient_id is null or recipient_id = respondent_enterprise_id),
  check (merged_into <> id)
);
create sequence complaint_no_seq owned by complaint.no;
create unique index complaint_no on complaint (compact_identifier(no));
create index complaint_ext_no on complaint (compact_identifier(ext_no));
create index complaint_team_no on complaint (compact_identifier(team_no));
create index complaint_contract_no on complaint (compact_identifier(contract_no));
create index complaint_area on complaint (area_code text_pattern_ops, id desc);
create index complaint_event_area on complaint (event_area text_pattern_ops);
create index complaint_status on complaint (status, id desc);
create index complaint_respondent on complaint (respondent_enterprise_id, filed_on desc);
create index complaint_recipient on complaint (recipient_id, id desc);
create index complaint_mobile on complaint (mobile, filed_on desc);
create index complaint_respondent_name on complaint (respondent_name, filed_on desc);
create index complaint_handler on complaint (handler_id);
create index complaint_merged on complaint (merged_into);
create index complaint_filed on complaint (filed_on);
select create_search_table('complaint');

create table complaint_demand (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaint,
  kind text not null,
  amount bigint,
  remark text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index complaint_demand_complaint on complaint_demand (complaint_id, weigh);

create table complaint_mediation (
  id bigint generated always as identity primary key,
  complaint_id bigint not null references complaint,
  held_at timestamptz not null,
  mode text not null,
  attendees text not null,
  record text not null,
  result text not null,
  files text[] not null default '{}',
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index complaint_mediation_complaint on complaint_mediation (complaint_id, held_at desc);

-- The rule of 2026 applies to what is filed from 15 March 2026 on, that of 2010 to what was filed before.
insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from, valid_to) values
  ('complaint_accept', '投诉受理', 'Decision on acceptance of complaints', 'workingDay', 5, '《旅游投诉处理办法》（2010年，国家旅游局令第32号）',
   'Rule of 2010 on tourism complaints', '2010-07-01', '2026-03-14'),
  ('complaint_accept', '投诉受理', 'Decision on acceptance of complaints', 'workingDay', 2, '《旅游投诉处理办法》（2026年，文化和旅游部令第14号）',
   'Rule of 2026 on tourism complaints', '2026-03-15', null),
  ('complaint_notify', '通知被投诉人', 'Notice to the respondent of a complaint', 'workingDay', 5, '《旅游投诉处理办法》（2010年，国家旅游局令第32号）',
   'Rule of 2010 on tourism complaints', '2010-07-01', '2026-03-14'),
  ('complaint_notify', '通知被投诉人', 'Notice to the respondent of a complaint', 'workingDay', 1, '本机构办理规范（可按本地规定修改）',
   'Standard of the office (may be set by local rules)', '2026-03-15', null),
  ('complaint_answer', '被投诉人答复', 'Answer of the respondent to a complaint', 'day', 10, '《旅游投诉处理办法》（2010年，国家旅游局令第32号）',
   'Rule of 2010 on tourism complaints', '2010-07-01', '2026-03-14'),
  ('complaint_answer', '被投诉人答复', 'Answer of the respondent to a complaint', 'workingDay', 5, '本机构办理规范（可按本地规定修改）',
   'Standard of the office (may be set by local rules)', '2026-03-15', null),
  ('complaint_settle', '投诉处理', 'Settlement of complaints', 'day', 60, '《旅游投诉处理办法》（2010年，国家旅游局令第32号）',
   'Rule of 2010 on tourism complaints', '2010-07-01', '2026-03-14'),
  ('complaint_settle', '投诉处理', 'Settlement of complaints', 'day', 60, '《旅游投诉处理办法》（2026年，文化和旅游部令第14号）',
   'Rule of 2026 on tourism complaints', '2026-03-15', null),
  ('complaint_filing', '投诉提出', 'Filing of complaints', 'day', 90, '《旅游投诉处理办法》（2010年，国家旅游局令第32号）：自合同结束之日起',
   'Rule of 2010 on tourism complaints: from the end of the contract', '2010-07-01', '2026-03-14'),
  ('complaint_filing', '投诉提出', 'Filing of complaints', 'day', 90, '《旅游投诉处理办法》（2026年，文化和旅游部令第14号）：自合同履行期限届满之日起',
   'Rule of 2026 on tourism complaints: from the end of the period of performance', '2026-03-15', null),
  ('complaint_material', '投诉补正', 'Material for complaints', 'day', 5, '本机构办理规范（可按本地规定修改）',
   'Standard of the office (may be set by local rules)', '2010-07-01', null),
  ('complaint_revisit', '投诉回访', 'Call after complaints', 'workingDay', 3, '本机构办理规范（可按本地规定修改）',
   'Standard of the office (may be set by local rules)', '2010-07-01', null);
