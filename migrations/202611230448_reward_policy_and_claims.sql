-- What is promised to those who bring guests, what they claim, and what was looked at.
create table reward_policy (
  id bigint generated always as identity primary key,
  name text not null,
  doc_no text not null,
  starts_on date not null,
  ends_on date not null,
  budget bigint not null check (budget > 0),
  eligible text[] not null default '{agency}',
  declare_hours integer not null default 24,
  apply_days integer not null default 20,
  partial boolean not null default false,
  materials text[],
  text text,
  area_code text not null references system_area (code),
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || doc_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index reward_policy_doc_no on reward_policy (doc_no);
create index reward_policy_area on reward_policy (area_code text_pattern_ops, id desc);
create index reward_policy_status on reward_policy (status, id desc);
select keep_search_beside('reward_policy');

create table reward_rule (
  id bigint generated always as identity primary key,
  policy_id bigint not null references reward_policy,
  kind text not null,
  min_pax integer not null,
  min_nights integer not null default 0,
  unit text not null,
  amount bigint not null,
  cap_per_group bigint,
  cap_per_year bigint,
  exclude_area text references system_area (code),
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reward_rule_policy on reward_rule (policy_id, weigh);
create unique index reward_rule_min_pax_policy_id_kind_min_nights on reward_rule (min_pax, policy_id, kind, min_nights);

create sequence reward_application_number;
create table reward_application (
  id bigint generated always as identity primary key,
  no text not null,
  policy_id bigint not null references reward_policy,
  enterprise_id bigint not null references enterprise,
  kind text not null,
  teams bigint[] not null default '{}',
  remark text,
  pax integer,
  nights integer,
  vehicles integer,
  claimed bigint,
  amount bigint,
  declared_at timestamptz,
  applied_at timestamptz,
  round integer,
  first_reviewer bigint references auth_admin,
  publicity_until date,
  paid_on date,
  payment_no text,
  status text not null default 'draft',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index reward_application_no on reward_application (no);
create index reward_application_enterprise on reward_application (enterprise_id);
create index reward_application_policy on reward_application (policy_id, status);
create index reward_application_status on reward_application (status, id desc);
create index reward_application_teams on reward_application using gin (teams);
select keep_list('reward_application', 'teams', 'travel_itinerary');
select keep_search_beside('reward_application');

create table reward_paper (
  id bigint generated always as identity primary key,
  application_id bigint not null references reward_application,
  kind text not null,
  file text not null,
  invoice_no text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reward_paper_application on reward_paper (application_id, weigh);
create index reward_paper_file on reward_paper (file);
create index reward_paper_invoice on reward_paper (invoice_no) where invoice_no is not null;

create table reward_check (
  id bigint generated always as identity primary key,
  application_id bigint not null references reward_application,
  code text not null,
  result text not null,
  evidence text,
  round integer,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reward_check_application on reward_check (application_id, id);

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('reward_review', '奖励申报审核', 'workingDay', 10, '奖励政策承诺期限（可按本地规定修改）', '2004-01-01');
