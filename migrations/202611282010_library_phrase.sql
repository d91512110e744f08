create table library_phrase (
  id bigint generated always as identity primary key,
  code text,
  kind text not null,
  title text not null,
  content text not null,
  area_code text not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_phrase,
  next_id bigint references library_phrase,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31)
    || title || chr(31) || content)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence library_phrase_code_seq owned by library_phrase.code;
create unique index library_phrase_code_revision on library_phrase (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index library_phrase_next on library_phrase (next_id);
create index library_phrase_area on library_phrase (area_code, status, id desc);
select add_library('library_phrase', 'code');
select create_search_table('library_phrase');
