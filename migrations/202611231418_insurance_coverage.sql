-- How each agency is insured as one: kept by what happens to its policies, and by the day.
create table insurance_coverage (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  area_code text,
  covered_to date,
  gap_from date,
  next_from date,
  premiums bigint not null default 0,
  paid bigint not null default 0,
  paid_share numeric,
  cover_by date,
  handler_id bigint references auth_admin on delete set null,
  status text not null default 'covered',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index insurance_coverage_enterprise_id on insurance_coverage (enterprise_id);
create index insurance_coverage_status on insurance_coverage (status, id desc);
create index insurance_coverage_area on insurance_coverage (area_code, status);
create index insurance_coverage_gap on insurance_coverage (gap_from);
create index insurance_coverage_handler on insurance_coverage (handler_id, status) where handler_id is not null;
select keep_search_beside('insurance_coverage');
