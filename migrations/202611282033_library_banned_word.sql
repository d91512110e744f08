create table library_banned_word (
  id bigint generated always as identity primary key,
  code text,
  word text not null,
  variants text,
  exceptions text,
  kind text not null,
  severity text not null default 'refuse',
  replacement text,
  basis text,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_banned_word,
  next_id bigint references library_banned_word,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31) || word)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence library_banned_word_code_seq owned by library_banned_word.code;
create unique index library_banned_word_code_revision on library_banned_word (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index library_banned_word_next on library_banned_word (next_id);
create index library_banned_word_status on library_banned_word (status, id desc);
select add_library('library_banned_word', 'code');
select create_search_table('library_banned_word');
create trigger notify_processes after insert or update or delete or truncate on library_banned_word
  for each statement execute function notify_processes();
