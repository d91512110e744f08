create table enterprise_insurance (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  policy_no text not null,
  insurer text not null,
  premium bigint,
  paid_on date,
  starts_on date not null,
  ends_on date not null,
  policy text,
  status text not null default 'submitted',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(policy_no || chr(31) || compact_identifier(policy_no) || chr(31) || insurer)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enterprise_insurance_policy_no on enterprise_insurance (compact_identifier(policy_no));
create index enterprise_insurance_enterprise on enterprise_insurance (enterprise_id);
create index enterprise_insurance_status on enterprise_insurance (status, id desc);
select create_search_table('enterprise_insurance');

create table enterprise_cover (
  id bigint generated always as identity primary key,
  insurance_id bigint not null references enterprise_insurance,
  name text not null,
  amount bigint not null,
  from_on date,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enterprise_cover_insurance on enterprise_cover (insurance_id, weigh);

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('insurance_review', '责任保险审核', 'workingDay', 5, '行政审批承诺期限（可按本地规定修改）', '2004-01-01');
