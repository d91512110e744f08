create table enterprise (
  id bigint generated always as identity primary key,
  name text not null,
  short_name text,
  uscc text not null,
  ent_type text not null,
  grade text,
  parent_id bigint references enterprise,
  reg_capital bigint,
  reg_date date,
  biz_scope text,
  employees integer,
  website text,
  icp_no text,
  legal_person text not null,
  legal_id_type text,
  legal_id_no jsonb,
  legal_mobile text not null,
  contact_name text not null,
  contact_mobile text not null,
  email text,
  reg_area_code text,
  area_code text not null,
  address text not null,
  place point,
  photo_front text,
  business_license text,
  license_expire date,
  risk_class text,
  credit_grade text,
  source text not null default 'admin',
  query_no text,
  sup_code text,
  submitted_at timestamptz,
  audited_at timestamptz,
  reject_count integer not null default 0,
  audit_remark text,
  marks jsonb,
  pending jsonb,
  approval jsonb,
  user_id bigint references member,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || coalesce(short_name, '') || chr(31) || uscc || chr(31) || legal_person || chr(31) || address || chr(31) || coalesce(query_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- An ended registration frees its credit code for a new one.
create unique index enterprise_uscc_ent_type on enterprise (uscc, ent_type) where status not in ('cancelled', 'revoked');
create unique index enterprise_query_no on enterprise (query_no) where query_no is not null;
create unique index enterprise_sup_code on enterprise (sup_code) where sup_code is not null;
-- Lists of an officer: area, state, newest first; counted without touching the rows.
create index enterprise_area_status on enterprise (area_code, status, id desc);
-- Deep pages: keys alone, so that skipping half a million rows reads the index only.
create index enterprise_page on enterprise (id desc) include (area_code, status);
create index enterprise_search on enterprise using gin (bigrams(search_text)) with (fastupdate = off);
create index enterprise_due on enterprise (due_at) where due_at is not null;
create index enterprise_user on enterprise (user_id) where user_id is not null;
create index enterprise_parent on enterprise (parent_id) where parent_id is not null;

create table enterprise_licence (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  kind text not null,
  license_no text not null,
  scope text,
  issued_by text not null,
  issue_date date not null,
  expire_date date,
  file text,
  verify_status text not null default 'unverified',
  validity text not null default 'valid',
  area_code text not null,
  search_text text generated always as (lower(license_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enterprise_licence_license_no_kind on enterprise_licence (license_no, kind);
create index enterprise_licence_enterprise on enterprise_licence (enterprise_id);
create index enterprise_licence_area on enterprise_licence (area_code, id desc);
create index enterprise_licence_expiry on enterprise_licence (expire_date) where validity in ('valid', 'expiring');
create index enterprise_licence_search on enterprise_licence using gin (bigrams(search_text));

create table enterprise_staff (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  id_no jsonb not null,
  job text not null,
  cert_no text,
  mobile text not null,
  contract_from date,
  contract_to date,
  employment text not null default 'employed',
  area_code text not null,
  search_text text generated always as (lower(name || chr(31) || coalesce(cert_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enterprise_staff_enterprise on enterprise_staff (enterprise_id);
create index enterprise_staff_area on enterprise_staff (area_code, id desc);
create index enterprise_staff_id_no on enterprise_staff ((id_no->>'hash'));
create index enterprise_staff_search on enterprise_staff using gin (bigrams(search_text));

-- People barred from being a principal, after a licence was revoked (旅游法 Art. 103; 旅行社条例 Art. 64).
create table enterprise_barred_person (
  id bigint generated always as identity primary key,
  name text not null,
  id_hash text,
  enterprise_id bigint references enterprise,
  until date not null,
  basis text not null,
  createtime timestamptz not null default now()
);
