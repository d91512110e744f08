-- Inspection plans: which enterprises are checked in a period, for what, and how many of them.
create table enforcement_plan (
  id bigint generated always as identity primary key,
  name text not null,
  year smallint not null,
  kind text not null,
  basis text not null,
  reason text,
  department_id bigint not null references auth_department,
  joint_departments text,
  starts_on date not null,
  ends_on date not null,
  ent_types text[] not null,
  areas bigint[] not null default '{}',
  ratio numeric,
  count integer,
  document text,
  area_code text not null references system_area (code),
  approved_by bigint references auth_admin,
  approved_at timestamptz,
  filed_with text,
  filed_on date,
  published_url text,
  published_on date,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (num_nonnulls(ratio, count) > 0),
  check (ends_on >= starts_on)
);
create index enforcement_plan_area on enforcement_plan (area_code text_pattern_ops, id desc);
create index enforcement_plan_status on enforcement_plan (status, id desc);
create index enforcement_plan_department on enforcement_plan (department_id);
create index enforcement_plan_document on enforcement_plan (document) where document is not null;
select add_key_list('enforcement_plan', 'areas', 'system_area');
select create_search_table('enforcement_plan');
