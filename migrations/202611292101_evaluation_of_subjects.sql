-- What people say about agencies and the handling of complaints. Nothing leads from a row to the person.
create table evaluation (
  id bigint generated always as identity primary key,
  target text not null,
  enterprise_id bigint references enterprise,
  -- the enterprise, while the evaluation is shown
  recipient_id bigint references enterprise,
  department_id bigint references auth_department,
  overall integer not null,
  attitude integer not null,
  reliability integer not null,
  fairness integer not null,
  tags text[] not null default '{}',
  remark text,
  signed_as text,
  released_on date not null,
  review_ground text,
  hidden_reason text,
  appeal_reason text,
  reply text,
  replied_at timestamptz,
  area_code text not null references system_area (code),
  status text not null default 'pending',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(remark, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (num_nonnulls(enterprise_id, department_id) = 1),
  check (recipient_id is null or recipient_id = enterprise_id)
);
create index evaluation_area on evaluation (area_code text_pattern_ops, id desc);
create index evaluation_status on evaluation (status, id desc);
create index evaluation_enterprise on evaluation (enterprise_id, id desc);
create index evaluation_recipient on evaluation (recipient_id, id desc);
create index evaluation_department on evaluation (department_id, id desc);
create index evaluation_released on evaluation (released_on);
select create_search_table('evaluation');

-- Evaluations wait here until there are enough of one subject. There is no day, so that a row does not tell who was asked when.
create table evaluation_waiting (
  key uuid primary key default gen_random_uuid(),
  target text not null,
  enterprise_id bigint references enterprise,
  department_id bigint references auth_department,
  area_code text not null references system_area (code),
  content jsonb not null,
  check (num_nonnulls(enterprise_id, department_id) = 1)
);
create index evaluation_waiting_enterprise on evaluation_waiting (enterprise_id, target);
create index evaluation_waiting_department on evaluation_waiting (department_id, target);
