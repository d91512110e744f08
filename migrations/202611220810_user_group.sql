-- Groups of members, and what of the member centre they have: entries of its menu, those the program brings and those
-- administrators add. A group whose rules are null has all there are and will be.
create table user_rule (
  id bigint generated always as identity primary key,
  pid bigint references user_rule,
  type text not null default 'menu',
  title text not null,
  title_en text,
  name text not null,
  path text,
  icon text,
  menu_type text not null default 'tab',
  url text,
  component text,
  extend text not null default 'none',
  remark text,
  weigh integer not null default currval(pg_get_serial_sequence('user_rule', 'id'))::integer,
  status boolean not null default true,
  search_text text generated always as (lower(title || chr(31) || name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index user_rule_name on user_rule (name);
create index user_rule_pid on user_rule (pid);
select keep_tree('user_rule', 'pid');

create table user_group (
  id bigint generated always as identity primary key,
  name text not null,
  rules bigint[],
  status boolean not null default true,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
select keep_list('user_group', 'rules', 'user_rule');
insert into user_group (name, rules) values ('默认分组', null);

alter table member
  add column group_id bigint not null default 1 references user_group,
  add column search_text text generated always as (lower(username || chr(31) || nickname)) stored,
  alter column gender drop default,
  alter column gender type text using gender::text,
  alter column gender set default '0',
  add constraint member_money check (money >= 0),
  add constraint member_score check (score >= 0);
create index member_group on member (group_id);
create index member_search on member using gin (bigrams(search_text)) with (fastupdate = off);

create table user_money_log (
  id bigint generated always as identity primary key,
  user_id bigint not null references member,
  money bigint not null,
  before bigint not null,
  after bigint not null,
  memo text not null,
  search_text text generated always as (lower(memo)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (before >= 0 and after >= 0)
);
create index user_money_log_user on user_money_log (user_id, id desc);
create index user_money_log_search on user_money_log using gin (bigrams(search_text)) with (fastupdate = off);

create table user_score_log (
  id bigint generated always as identity primary key,
  user_id bigint not null references member,
  score integer not null,
  before integer not null,
  after integer not null,
  memo text not null,
  search_text text generated always as (lower(memo)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (before >= 0 and after >= 0)
);
create index user_score_log_user on user_score_log (user_id, id desc);
create index user_score_log_search on user_score_log using gin (bigrams(search_text)) with (fastupdate = off);
