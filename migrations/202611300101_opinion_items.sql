-- Public opinion: sources, posts, topics, rows that were not stored, and the lexicon.
create table opinion_source (
  id bigint generated always as identity primary key,
  name text not null,
  platform text not null,
  adapter text not null default 'rss',
  address text,
  every integer default 30,
  account text,
  area_code text not null references system_area (code),
  open boolean not null default true,
  fetched_at timestamptz,
  outcome text,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index opinion_source_area on opinion_source (area_code text_pattern_ops, id desc);
create index opinion_source_search on opinion_source using gin (bigrams(search_text)) with (fastupdate = off);
create index opinion_source_due on opinion_source (fetched_at) where open and adapter = 'rss';

create table opinion_topic (
  id bigint generated always as identity primary key,
  title text not null,
  started_at timestamptz not null,
  -- SimHash of the first post, with which later ones are compared
  fingerprint bigint,
  enterprise_id bigint references enterprise,
  area_code text not null references system_area (code),
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index opinion_topic_area on opinion_topic (area_code text_pattern_ops, id desc);
create index opinion_topic_started on opinion_topic (started_at);
create index opinion_topic_enterprise on opinion_topic (enterprise_id, id desc);
create index opinion_topic_search on opinion_topic using gin (bigrams(search_text)) with (fastupdate = off);

create table opinion_term (
  id bigint generated always as identity primary key,
  word text not null,
  kind text not null default 'sentiment',
  weight double precision not null default 0,
  learnt double precision,
  labelled integer not null default 0,
  open boolean not null default true,
  search_text text generated always as (lower(word)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index opinion_term_word on opinion_term (word);
create index opinion_term_search on opinion_term using gin (bigrams(search_text)) with (fastupdate = off);

create table opinion_item (
  id bigint generated always as identity primary key,
  source_id bigint not null references opinion_source,
  url text not null,
  url_hash text not null,
  title text not null,
  content text not null,
  author text,
  author_fans integer,
  publish_at timestamptz not null,
  platform text not null,
  language text not null,
  enterprise_id bigint references enterprise,
  mentions bigint[] not null default '{}',
  area_code text not null references system_area (code),
  topic_id bigint references opinion_topic,
  sentiment text not null,
  score double precision not null,
  predicted text not null,
  label text,
  labelled_at timestamptz,
  labelled_by bigint references auth_admin on delete set null,
  terms bigint[] not null default '{}',
  sensitive boolean not null default false,
  reads integer,
  comments integer,
  shares integer,
  -- domain reference §2.M; natural logarithms
  heat double precision not null generated always as (
    ln(1 + coalesce(reads, 0)::float8) + 2 * ln(1 + coalesce(comments, 0)::float8) + 3 * ln(1 + coalesce(shares, 0)::float8)) stored,
  search_text text generated always as (lower(title || chr(31) || coalesce(author, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index opinion_item_url_hash on opinion_item (url_hash);
create index opinion_item_published on opinion_item (publish_at desc, id desc);
create index opinion_item_area on opinion_item (area_code text_pattern_ops, publish_at desc);
create index opinion_item_topic on opinion_item (topic_id, publish_at);
create index opinion_item_source on opinion_item (source_id, id desc);
create index opinion_item_enterprise on opinion_item (enterprise_id, publish_at desc);
create index opinion_item_labelled on opinion_item (labelled_at desc) where label is not null;
create index opinion_item_search on opinion_item using gin (bigrams(search_text)) with (fastupdate = off);
select add_key_list('opinion_item', 'mentions', 'enterprise');
select add_key_list('opinion_item', 'terms', 'opinion_term');

create table opinion_rejection (
  id bigint generated always as identity primary key,
  source_id bigint not null references opinion_source on delete cascade,
  reason text not null,
  title text not null,
  link text,
  published text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index opinion_rejection_source on opinion_rejection (source_id, id desc);
create index opinion_rejection_age on opinion_rejection (createtime);
