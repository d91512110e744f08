-- Checks that repeat, and what became of each enterprise in each period.
create table enforcement_cycle (
  id bigint generated always as identity primary key,
  name text not null,
  department_id bigint not null references auth_department,
  basis text not null,
  domain text not null,
  ent_types text[] not null,
  risk_classes text[],
  area_code text not null references system_area (code),
  checklist_id bigint not null references library_checklist,
  unit text not null,
  every integer,
  cron text,
  starts_on date not null,
  ends_on date,
  season_from integer,
  season_to integer,
  ahead_days integer not null,
  assignment text not null,
  last_run timestamptz,
  next_on date,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_cycle_area on enforcement_cycle (area_code text_pattern_ops, id desc);
create index enforcement_cycle_status on enforcement_cycle (status, id desc);
create index enforcement_cycle_department on enforcement_cycle (department_id);
create index enforcement_cycle_checklist on enforcement_cycle (checklist_id);
select create_search_table('enforcement_cycle');

-- One row for an enterprise and a period, so that a period is planned once however often the job runs. `skipped` says why
-- no check was drafted; `check_id` is the check, kept when a draft is deleted, because whoever deleted it did not want it.
create table enforcement_cycle_object (
  cycle_id bigint not null references enforcement_cycle on delete cascade,
  period_from date not null,
  enterprise_id bigint not null references enterprise on delete cascade,
  skipped text,
  day date,
  officers bigint[] not null default '{}',
  check_id bigint,
  primary key (cycle_id, period_from, enterprise_id)
);
create index enforcement_cycle_object_due on enforcement_cycle_object (cycle_id, period_from, enterprise_id)
  where check_id is null and skipped is null;
create index enforcement_cycle_object_check on enforcement_cycle_object (check_id) where check_id is not null;
create index enforcement_cycle_object_enterprise on enforcement_cycle_object (enterprise_id);
