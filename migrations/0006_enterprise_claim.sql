create table enterprise_claim (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  applicant text not null,
  mobile text not null,
  reason text,
  proof text,
  user_id bigint references member,
  area_code text not null,
  status text not null default 'submitted',
  due_at timestamptz,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enterprise_claim_area on enterprise_claim (area_code, status, id desc);
create unique index enterprise_claim_open on enterprise_claim (enterprise_id, mobile) where status = 'submitted';

-- Applications not yet submitted, kept seven days once the mobile is verified.
create table enterprise_draft (
  mobile text primary key,
  data jsonb not null,
  updatetime timestamptz not null default now()
);

-- Query numbers QY + date + six digits count up within a day.
create table enterprise_query_counter (
  day date primary key,
  last integer not null
);
