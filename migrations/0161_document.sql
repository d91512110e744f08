create table document_template (
  id bigint generated always as identity primary key,
  code text not null,
  revision integer not null,
  name text not null,
  body text,
  number_rule text,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index document_template_revision_code on document_template (revision, code);
-- one wording of a document is in force
create unique index document_template_active on document_template (code) where status = 'active';

create table document (
  id bigint generated always as identity primary key,
  code text not null,
  title text not null,
  number text unique,
  content jsonb,
  data jsonb not null default '{}',
  template_id bigint references document_template,
  about_resource text,
  about_id bigint,
  check_code text not null unique,
  issued_at timestamptz,
  -- whose paper it is, as it was called then
  authority text,
  served_on date,
  void_reason text,
  admin_id bigint,
  area_code text not null,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(title || chr(31) || coalesce(number, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index document_area on document (area_code, status, id desc);
create index document_about on document (about_resource, about_id);
create index document_search on document using gin (bigrams(search_text)) with (fastupdate = off);

-- The last number given of a rule in a year. The row is locked until the paper it is for is issued or not: numbers
-- follow each other without a gap.
create table document_number (
  rule text not null,
  year integer not null,
  last integer not null,
  primary key (rule, year)
);

-- The papers themselves, made once after the issue and never again.
create table document_paper (
  document_id bigint not null references document,
  kind text not null,
  bytes bytea not null,
  sha256 text not null,
  createtime timestamptz not null default now(),
  primary key (document_id, kind)
);
