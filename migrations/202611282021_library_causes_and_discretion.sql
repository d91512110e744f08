create table library_cause (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  name_en text,
  domain text not null,
  subject text not null,
  basis text not null,
  penalty_kinds text[] not null,
  penalty_text text not null,
  prescription_years text not null,
  simple_allowed boolean not null default false,
  hearing boolean not null default false,
  first_offence_exempt boolean not null default false,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_cause,
  next_id bigint references library_cause,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(code || chr(31) || compact_identifier(code) || chr(31)
    || name || chr(31) || basis)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_cause_code_revision on library_cause (compact_identifier(code), revision) nulls not distinct;
create index library_cause_next on library_cause (next_id);
create index library_cause_status on library_cause (status, id desc);
select add_library('library_cause', 'code');
select create_search_table('library_cause');

create table library_penalty (
  id bigint generated always as identity primary key,
  cause_id bigint not null references library_cause,
  subject text not null,
  act text,
  base text not null,
  amount_from bigint,
  amount_below bigint,
  fine_min bigint,
  fine_max bigint,
  multiple_min numeric,
  multiple_max numeric,
  optional boolean not null default false,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_penalty_cause on library_penalty (cause_id, weigh);

create table library_cause_article (
  id bigint generated always as identity primary key,
  cause_id bigint not null references library_cause,
  role text not null,
  article_id bigint not null references library_article,
  paragraph text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_cause_article_cause on library_cause_article (cause_id, weigh);
create index library_cause_article_article on library_cause_article (article_id);

create table library_discretion (
  id bigint generated always as identity primary key,
  code text,
  name text not null,
  cause_id bigint not null references library_cause,
  basis_doc text not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_discretion,
  next_id bigint references library_discretion,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31)
    || name || chr(31) || basis_doc)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence library_discretion_code_seq owned by library_discretion.code;
create unique index library_discretion_code_revision on library_discretion (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index library_discretion_next on library_discretion (next_id);
create index library_discretion_cause on library_discretion (cause_id);
create index library_discretion_status on library_discretion (status, id desc);
select add_library('library_discretion', 'code');
select create_search_table('library_discretion');

create table library_grade (
  id bigint generated always as identity primary key,
  discretion_id bigint not null references library_discretion,
  penalty_no integer not null,
  grade text not null,
  circumstances text not null,
  amount_from bigint,
  times_from integer,
  tourists_from integer,
  consequence text,
  fine_from bigint,
  fine_to bigint,
  multiple_from numeric,
  multiple_to numeric,
  other_penalty text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_grade_discretion on library_grade (discretion_id, weigh);
