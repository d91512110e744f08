-- Warnings of scenic spots that fill up: one at a time for each spot and basis, from the first level to the report.
create table scenic_warning (
  id bigint generated always as identity primary key,
  no text,
  spot_id bigint not null references scenic_spot,
  basis text not null default 'instant',
  level text not null,
  peak_level text not null,
  value integer not null,
  against integer not null,
  percent integer not null generated always as (round(value * 100.0 / against)) stored,
  raised_at timestamptz not null default now(),
  level_at timestamptz not null default now(),
  peak integer,
  peak_at timestamptz,
  cleared_at timestamptz,
  confirmed_at timestamptz,
  confirmed_late boolean not null generated always as (
    coalesce(extract(epoch from confirmed_at - raised_at) > 600, false)) stored,
  controlled_at timestamptz,
  measures text[] not null default '{}',
  turned_away integer,
  called_at timestamptz,
  announced_at timestamptz,
  notice text,
  notice_en text,
  account text,
  lessons text,
  accounted_at timestamptz,
  verdict text,
  reviewed_at timestamptz,
  reviewed_by bigint references auth_admin,
  status text not null default 'raised',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (against > 0)
);
create sequence scenic_warning_no_seq owned by scenic_warning.no;
create unique index scenic_warning_no on scenic_warning (compact_identifier(no));
create unique index scenic_warning_one_open on scenic_warning (spot_id, basis) where status in ('raised', 'confirmed', 'controlling');
create index scenic_warning_spot on scenic_warning (spot_id, id desc);
create index scenic_warning_status on scenic_warning (status, id desc);
create index scenic_warning_raised on scenic_warning (raised_at desc);
select create_search_table('scenic_warning');

insert into system_time_rule (code, name, name_en, unit, amount, roll, start_next_day, article, article_en, valid_from, warn) values
  ('scenic_confirm', '景区确认承载量预警', 'Confirmation of a capacity warning', 'minute', 10, 'none', false,
   '旅游法第四十五条（可按本地规定修改）', 'Tourism Law, Art. 45 (may be changed to local rules)', '2013-10-01', '{t,t+1}');
insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from) values
  ('scenic_report', '承载量预警事后报告', 'Report after a capacity warning', 'workingDay', 3,
   '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01');
