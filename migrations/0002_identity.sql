-- Officers, their groups and rules; members; sessions and tokens.

create table auth_department (
  id bigint generated always as identity primary key,
  pid bigint references auth_department,
  name text not null,
  short_code text,
  kind text not null,
  area_code text not null,
  leader text,
  phone text,
  status text not null default '1',
  weigh integer not null default 0,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);

create table auth_group (
  id bigint generated always as identity primary key,
  pid bigint references auth_group,
  name text not null,
  -- Rule ids; null: every rule there is (the super group).
  rules bigint[],
  status text not null default '1',
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);

create table auth_menu (
  id bigint generated always as identity primary key,
  pid bigint references auth_menu on delete cascade,
  type text not null,
  title text not null,
  title_en text,
  name text not null unique,
  path text,
  icon text,
  menu_type text,
  url text,
  component text,
  keepalive boolean not null default true,
  extend text not null default 'none',
  remark text,
  status boolean not null default true,
  weigh integer not null default 0,
  search_text text generated always as (lower(title || chr(31) || name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);

create table auth_admin (
  id bigint generated always as identity primary key,
  username text not null,
  nickname text not null,
  password text not null,
  group_arr bigint[] not null default '{}',
  area_code text not null,
  department_id bigint references auth_department,
  avatar text,
  email text,
  mobile text,
  motto text,
  loginfailure integer not null default 0,
  lastlogintime timestamptz,
  lastfailuretime timestamptz,
  lastloginip text,
  status text not null default '1',
  search_text text generated always as (lower(username || chr(31) || nickname)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index auth_admin_username on auth_admin (lower(username));
create unique index auth_admin_email on auth_admin (email) where email is not null;
create unique index auth_admin_mobile on auth_admin (mobile) where mobile is not null;
create index auth_admin_groups on auth_admin using gin (group_arr);

-- Members: people who use the member centre, among them those who registered an enterprise.
create table member (
  id bigint generated always as identity primary key,
  username text not null,
  nickname text not null,
  password text not null,
  email text,
  mobile text,
  avatar text,
  gender smallint not null default 0,
  birthday date,
  money bigint not null default 0,
  score integer not null default 0,
  motto text,
  loginfailure integer not null default 0,
  lastfailuretime timestamptz,
  lastlogintime timestamptz,
  lastloginip text,
  joinip text,
  jointime timestamptz not null default now(),
  status text not null default 'enable',
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index member_username on member (lower(username));
create unique index member_mobile on member (mobile) where mobile is not null;
create unique index member_email on member (lower(email)) where email is not null;

-- A signing-in on one device. Tokens belong to it and end with it.
create table session (
  id bigint generated always as identity primary key,
  subject_type text not null,
  subject_id bigint not null,
  ip text,
  useragent text,
  createtime timestamptz not null default now(),
  last_seen timestamptz not null default now()
);
create index session_subject on session (subject_type, subject_id);

-- Only the SHA-256 of a token is stored; its type is part of the key, so one kind never passes for another.
create table token (
  hash text not null,
  type text not null,
  session_id bigint not null references session on delete cascade,
  createtime timestamptz not null default now(),
  expiretime timestamptz not null,
  primary key (hash, type)
);
create index token_session on token (session_id);
create index token_expiry on token (expiretime);

create table captcha (
  key text primary key,
  code text not null,
  createtime timestamptz not null default now(),
  expiretime timestamptz not null
);
