-- Articles and notices with their categories and receipts (domain reference §2.Q).

create table article_category (
  id bigint generated always as identity primary key,
  pid bigint references article_category,
  name text not null,
  name_en text not null,
  slug text not null,
  kind text not null default 'list',
  url text,
  visible boolean not null default true,
  weigh integer not null default currval(pg_get_serial_sequence('article_category', 'id'))::integer,
  search_text text generated always as (lower(name || chr(31) || name_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index article_category_slug on article_category (slug);
create index article_category_pid on article_category (pid);
create index article_category_search on article_category using gin (bigrams(search_text)) with (fastupdate = off);
select add_tree('article_category', 'pid');

create table article (
  id bigint generated always as identity primary key,
  code text,
  revision integer,
  title text not null,
  title_en text,
  subtitle text,
  subtitle_en text,
  category_id bigint not null references article_category,
  area_code text not null,
  cover text,
  author text,
  source text,
  tags text,
  content text not null,
  content_en text,
  attachments text[],
  audience text not null default 'public',
  must_read boolean not null default false,
  publish_at timestamptz,
  expire_at timestamptz,
  top boolean not null default false,
  recommend boolean not null default false,
  published_at timestamptz,
  submitted_by bigint,
  reviewed_by bigint,
  views integer not null default 0,
  previous_id bigint references article,
  next_id bigint references article,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31)
    || title || chr(31) || coalesce(tags, '') || chr(31) || coalesce(title_en, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence article_code_seq owned by article.code;
create unique index article_code_revision on article (compact_identifier(code), revision) nulls not distinct
  where code is not null;
-- what readers see, the newest first
create index article_readable on article (published_at desc, id desc) where status = 'published';
create index article_in_category on article (category_id, id desc);
create index article_area on article (area_code, status, id desc);
create index article_status on article (status, id desc);
create index article_previous on article (previous_id);
create index article_next on article (next_id);
create index article_waiting on article (publish_at) where status = 'approved' and publish_at is not null;
create index article_expiring on article (expire_at) where status = 'published' and expire_at is not null;
select create_search_table('article');

create table article_receipt (
  id bigint generated always as identity primary key,
  article_id bigint not null references article,
  reader text not null,
  kind text not null,
  admin_id bigint,
  user_id bigint,
  read_at timestamptz,
  search_text text generated always as (lower(reader)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index article_receipt_reader on article_receipt (article_id, admin_id, user_id) nulls not distinct;
create index article_receipt_unread_admin on article_receipt (admin_id, article_id) where read_at is null;
create index article_receipt_unread_member on article_receipt (user_id, article_id) where read_at is null;
create index article_receipt_search on article_receipt using gin (bigrams(search_text)) with (fastupdate = off);
