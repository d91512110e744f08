-- How often enterprises may be checked, in versions that are in force from one day to another.
create table enforcement_frequency_cap (
  id bigint generated always as identity primary key,
  code text,
  title text not null,
  domain text,
  basis text not null,
  class_a integer not null,
  class_b integer not null,
  class_c integer not null,
  class_d integer not null,
  per_day integer not null,
  per_week integer not null,
  per_month integer not null,
  nil_visits integer not null,
  nil_months integer not null,
  joint_days integer not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references enforcement_frequency_cap,
  next_id bigint references enforcement_frequency_cap,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence enforcement_frequency_cap_code_seq owned by enforcement_frequency_cap.code;
create unique index enforcement_frequency_cap_code_revision on enforcement_frequency_cap (compact_identifier(code), revision)
  nulls not distinct where code is not null;
create index enforcement_frequency_cap_next on enforcement_frequency_cap (next_id);
create index enforcement_frequency_cap_status on enforcement_frequency_cap (status, id desc);
select add_library('enforcement_frequency_cap', 'code');
select create_search_table('enforcement_frequency_cap');

-- Domain reference §2.I; in force since the opinion was published.
insert into enforcement_frequency_cap (code, title, basis, class_a, class_b, class_c, class_d, per_day, per_week, per_month,
  nil_visits, nil_months, joint_days, revision, effective_from, status)
values ('PC' || lpad(nextval('enforcement_frequency_cap_code_seq')::text, 3, '0'), '涉企行政检查频次上限',
  '《国务院办公厅关于严格规范涉企行政检查的意见》（国办发〔2024〕54号）', 1, 2, 4, 6, 1, 2, 3, 3, 12, 30, 1, '2025-01-03', 'published');

-- The authority that a department belongs to: the nearest bureau above it, or the top of its tree. A cap is used by all
-- departments of an authority together.
create function enforcement_authority(department bigint) returns bigint language sql stable as $$
  with recursive up as (
    select d.id, d.pid, d.kind, 1 as depth from auth_department d where d.id = department
    union all
    select d.id, d.pid, d.kind, up.depth + 1 from auth_department d join up on d.id = up.pid and up.kind <> 'bureau' and up.depth < 20
  )
  select id from up order by depth desc limit 1
$$;
