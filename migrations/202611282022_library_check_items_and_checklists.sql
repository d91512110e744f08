create table library_check_item (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  name_en text,
  kinds text[] not null,
  category text not null,
  basis text,
  content text not null,
  methods text[] not null,
  standard text,
  evidence text not null,
  answer_kind text not null,
  answer_options text,
  severity text not null,
  failure_step text,
  cause_id bigint references library_cause,
  public_url text,
  public_on date,
  yearly_cap integer,
  joint_departments text,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_check_item,
  next_id bigint references library_check_item,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(code || chr(31) || compact_identifier(code) || chr(31)
    || name || chr(31) || coalesce(basis, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_check_item_code_revision on library_check_item (compact_identifier(code), revision) nulls not distinct;
create index library_check_item_next on library_check_item (next_id);
create index library_check_item_cause on library_check_item (cause_id);
create index library_check_item_status on library_check_item (status, id desc);
select add_library('library_check_item', 'code');
select create_search_table('library_check_item');

create table library_item_article (
  id bigint generated always as identity primary key,
  item_id bigint not null references library_check_item,
  article_id bigint not null references library_article,
  paragraph text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_item_article_item on library_item_article (item_id, weigh);
create index library_item_article_article on library_item_article (article_id);

create table library_checklist (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  name_en text,
  kinds text[] not null,
  purpose text,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references library_checklist,
  next_id bigint references library_checklist,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(code || chr(31) || compact_identifier(code) || chr(31) || name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_checklist_code_revision on library_checklist (compact_identifier(code), revision) nulls not distinct;
create index library_checklist_next on library_checklist (next_id);
create index library_checklist_status on library_checklist (status, id desc);
select add_library('library_checklist', 'code');
select create_search_table('library_checklist');

create table library_checklist_item (
  id bigint generated always as identity primary key,
  checklist_id bigint not null references library_checklist,
  item_id bigint not null references library_check_item,
  remark text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_checklist_item_item_id_checklist_id on library_checklist_item (item_id, checklist_id);
create index library_checklist_item_checklist on library_checklist_item (checklist_id, weigh);
