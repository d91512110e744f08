create table enforcement_visit_reason (
  id bigint generated always as identity primary key,
  check_id bigint not null references enforcement_check,
  officer_id bigint not null references library_officer,
  reason text not null,
  decided_by bigint references auth_admin,
  decided_at timestamptz,
  status text not null default 'stated',
  due_at timestamptz,
  search_text text generated always as (lower(reason)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enforcement_visit_reason_officer_id_check_id on enforcement_visit_reason (officer_id, check_id);
create index enforcement_visit_reason_check on enforcement_visit_reason (check_id);
create index enforcement_visit_reason_status on enforcement_visit_reason (status, id desc);
create index enforcement_visit_reason_decided_by on enforcement_visit_reason (decided_by);
select create_search_table('enforcement_visit_reason');
