-- The help centre: questions and answers, words of one meaning, and what nobody found (domain reference §2.Q).

create table help_category (
  id bigint generated always as identity primary key,
  name text not null,
  name_en text not null,
  weigh integer not null default currval(pg_get_serial_sequence('help_category', 'id'))::integer,
  search_text text generated always as (lower(name || chr(31) || name_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index help_category_search on help_category using gin (bigrams(search_text)) with (fastupdate = off);

create table help_article (
  id bigint generated always as identity primary key,
  question text not null,
  question_en text not null,
  category_id bigint not null references help_category,
  audience text[] not null,
  keywords text,
  screen text,
  answer text not null,
  answer_en text not null,
  related bigint[] not null default '{}',
  helpful integer not null default 0,
  useless integer not null default 0,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(question || chr(31) || question_en || chr(31) || coalesce(keywords, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index help_article_category on help_article (category_id, id desc);
create index help_article_status on help_article (status, id desc);
create index help_article_screen on help_article (screen) where status = 'published';
select create_search_table('help_article');
select add_key_list('help_article', 'related', 'help_article');

-- one answer of each reader to the question whether an article helped
create table help_vote (
  article_id bigint not null references help_article on delete cascade,
  admin_id bigint,
  user_id bigint,
  helpful boolean not null,
  at timestamptz not null default now()
);
create unique index help_vote_reader on help_vote (article_id, admin_id, user_id) nulls not distinct;

create table help_synonym (
  id bigint generated always as identity primary key,
  terms text not null,
  search_text text generated always as (lower(terms)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index help_synonym_terms on help_synonym (terms);
create index help_synonym_search on help_synonym using gin (bigrams(search_text)) with (fastupdate = off);

create table help_miss (
  id bigint generated always as identity primary key,
  query text not null,
  times integer not null default 1,
  last_at timestamptz not null default now(),
  search_text text generated always as (lower(query)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index help_miss_query on help_miss (query);
create index help_miss_search on help_miss using gin (bigrams(search_text)) with (fastupdate = off);
create index help_miss_last on help_miss (last_at);
