create table library_law (
  id bigint generated always as identity primary key,
  code text,
  title text not null,
  level text not null,
  doc_no text,
  issuer text not null,
  published_on date not null,
  amendments text,
  source_url text,
  tags text,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_law,
  next_id bigint references library_law,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31)
    || title || chr(31) || coalesce(doc_no, '') || chr(31) || issuer || chr(31) || coalesce(tags, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence library_law_code_seq owned by library_law.code;
create unique index library_law_code_revision on library_law (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index library_law_next on library_law (next_id);
create index library_law_status on library_law (status, id desc);
select add_library('library_law', 'code');
select create_search_table('library_law');

create table library_article (
  id bigint generated always as identity primary key,
  law_id bigint not null references library_law,
  number integer not null,
  inserted integer not null default 0,
  article_no text,
  chapter text,
  heading text,
  text text,
  keywords text,
  complete boolean not null default true,
  weigh integer not null default 0,
  -- with the number in digits too: people type 旅游法 35
  search_text text generated always as (lower(coalesce(article_no, '') || chr(31) || number || '条' || chr(31)
    || coalesce(heading, '') || chr(31) || coalesce(text, '') || chr(31) || coalesce(keywords, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_article_number_law_id_inserted on library_article (number, law_id, inserted);
create index library_article_law on library_article (law_id, weigh);
create index library_article_search on library_article using gin (bigrams(search_text)) with (fastupdate = off);
