-- Jobs (岗位): what somebody is there for, whom it may give to, and the groups that come with it.
create table auth_job (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  level integer,
  dept_kind text,
  duties text,
  group_arr bigint[] not null default '{}',
  status text not null default '1',
  weigh integer not null default currval(pg_get_serial_sequence('auth_job', 'id'))::integer,
  search_text text generated always as (lower(code || chr(31) || name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index auth_job_code on auth_job (code);
create index auth_job_search on auth_job using gin (bigrams(search_text)) with (fastupdate = off);
select keep_list('auth_job', 'group_arr', 'auth_group');

alter table auth_admin
  add column job_arr bigint[] not null default '{}',
  add column main_job_id bigint references auth_job;
create index auth_admin_jobs on auth_admin using gin (job_arr);
create index auth_admin_main_job on auth_admin (main_job_id);
select keep_list('auth_admin', 'job_arr', 'auth_job');
