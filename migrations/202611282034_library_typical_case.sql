create table library_typical_case (
  id bigint generated always as identity primary key,
  code text,
  title text not null,
  domain text not null,
  cause text not null,
  area_code text not null,
  open boolean not null default false,
  facts text not null,
  handling text not null,
  basis text not null,
  lesson text not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_typical_case,
  next_id bigint references library_typical_case,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31)
    || title || chr(31) || cause || chr(31) || facts)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence library_typical_case_code_seq owned by library_typical_case.code;
create unique index library_typical_case_code_revision on library_typical_case (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index library_typical_case_next on library_typical_case (next_id);
create index library_typical_case_area on library_typical_case (area_code, status, id desc);
select add_library('library_typical_case', 'code');
select create_search_table('library_typical_case');
