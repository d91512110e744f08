create table insurance_policy (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  kind text not null,
  insurer text not null,
  policy_no text not null,
  from_on date not null,
  to_on date not null,
  file text,
  per_person_limit bigint,
  per_event_limit bigint,
  annual_limit bigint,
  premium bigint,
  verification text not null default 'unverified',
  validity text,
  status text not null default 'pending',
  due_at timestamptz,
  due_unit text,
  pending jsonb,
  pending_sealed jsonb,
  search_text text generated always as (lower(insurer || chr(31) || policy_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- What was withdrawn or cancelled frees its number.
create unique index insurance_policy_policy_no_insurer on insurance_policy (policy_no, insurer) where status not in ('withdrawn', 'cancelled');
create index insurance_policy_enterprise on insurance_policy (enterprise_id, id desc);
create index insurance_policy_status on insurance_policy (status, id desc);
-- Who is insured on which days, asked by whoever sends a team on its way.
create index insurance_policy_cover on insurance_policy (enterprise_id, kind, to_on) where status in ('valid', 'changing');
create index insurance_policy_expiry on insurance_policy (to_on) where validity is not null;
select keep_search_beside('insurance_policy');

create table insurance_claim (
  id bigint generated always as identity primary key,
  policy_id bigint not null references insurance_policy,
  report_no text not null,
  team_no text,
  event_at timestamptz not null,
  summary text not null,
  injured integer,
  amount_claimed bigint not null,
  amount_paid bigint,
  files text[],
  status text not null default 'reported',
  due_at timestamptz,
  search_text text generated always as (lower(report_no || chr(31) || coalesce(team_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index insurance_claim_report_no_policy_id on insurance_claim (report_no, policy_id);
create index insurance_claim_policy on insurance_claim (policy_id, id desc);
create index insurance_claim_status on insurance_claim (status, id desc);
select keep_search_beside('insurance_claim');

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('policy_verification', '保单核验', 'workingDay', 5, '行政审批承诺期限（可按本地规定修改）', '2004-01-01');
