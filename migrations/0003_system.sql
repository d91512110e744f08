create table system_area (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  short_name text,
  full_name text,
  pinyin text,
  level text not null,
  parent_code text,
  lng double precision,
  lat double precision,
  valid_to date,
  replaced_by text,
  search_text text generated always as (lower(coalesce(name, '') || chr(31) || coalesce(short_name, '') || chr(31) || coalesce(full_name, '') || chr(31) || coalesce(pinyin, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index system_area_parent on system_area (parent_code, code);
create index system_area_search on system_area using gin (bigrams(search_text));

create table system_calendar (
  id bigint generated always as identity primary key,
  date date not null unique,
  kind text not null,
  name text not null,
  source text,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);

create table system_time_rule (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  unit text not null,
  amount integer not null,
  roll text not null default 'nextWorkday',
  start_next_day boolean not null default true,
  article text not null,
  valid_from date not null,
  valid_to date,
  search_text text generated always as (lower(code || chr(31) || name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  unique (code, valid_from)
);
insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('enterprise_audit', '企业登记审核', 'workingDay', 5, '行政审批承诺期限（可按本地规定修改）', '2004-01-01');

-- A clock that runs on a row: which rule version, since when, until when.
create table deadline (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  move text not null,
  rule_code text not null,
  rule_id bigint,
  article text,
  start_at timestamptz not null,
  due_at timestamptz not null,
  estimated boolean not null default false,
  done_at timestamptz,
  status text not null default 'running',
  area_code text
);
create index deadline_row on deadline (resource, row_id, id desc);
create index deadline_running on deadline (due_at) where status = 'running';
