-- Standard reports that officers have made regularly, and the files of those made.
create table reports_schedule (
  id bigint generated always as identity primary key,
  name text not null,
  report text not null,
  covers text not null,
  of_area text references system_area (code),
  cron text,
  language text not null default 'zh-cn',
  next_at timestamptz,
  last_at timestamptz,
  admin_id bigint references auth_admin,
  status text not null default 'active',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index report_schedule_owner on reports_schedule (admin_id, id desc);
create index report_schedule_due on reports_schedule (next_at) where status = 'active';
select create_search_table('reports_schedule');

create table reports_made (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references reports_schedule,
  title text not null,
  from_on date not null,
  until_on date not null,
  outcome text not null default 'making',
  file text,
  rows integer,
  problem text,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index report_made_schedule on reports_made (schedule_id, id desc);
create index report_made_createtime on reports_made (createtime);
create index report_made_search on reports_made using gin (bigrams(search_text)) with (fastupdate = off);
