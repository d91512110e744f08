-- Readings that sources outside the platform push: their secrets, the state of each measured row, and what is held.

-- A source that may push readings: a row of the resource its series name.
create table push_source (
  app_key text primary key,
  resource text not null,
  row_id bigint not null,
  createtime timestamptz not null default now(),
  unique (resource, row_id)
);

-- Its secrets, encrypted. While one is replaced, both are valid.
create table push_secret (
  id bigint generated always as identity primary key,
  app_key text not null references push_source on delete cascade,
  secret jsonb not null,
  createtime timestamptz not null default now(),
  expiretime timestamptz
);
create index push_secret_source on push_secret (app_key);

-- Signatures seen lately, by the number used once that each contains: none is accepted twice.
create table push_nonce (
  app_key text not null,
  nonce text not null,
  createtime timestamptz not null default now(),
  primary key (app_key, nonce)
);
create index push_nonce_createtime on push_nonce (createtime);

-- The present state of each row of a series with levels or gaps.
create table reading_state (
  series text not null,
  of_id bigint not null,
  at timestamptz,
  value double precision,
  against double precision,
  level integer not null default 0,
  level_at timestamptz,
  in_force jsonb not null default '{}',
  lost boolean not null default false,
  lost_at timestamptz,
  primary key (series, of_id)
);
create index reading_state_at on reading_state (series, at) where not lost;

-- Every change of a level.
create table reading_level_change (
  id bigint generated always as identity primary key,
  series text not null,
  of_id bigint not null,
  at timestamptz not null,
  level_before integer not null,
  level integer not null,
  value double precision not null,
  against double precision not null,
  createtime timestamptz not null default now()
);
create index reading_level_change_of on reading_level_change (series, of_id, at desc);
create index reading_level_change_createtime on reading_level_change (createtime);

-- Readings that are not stored yet: late ones, until the job takes them, and suspect ones, until an officer decides.
create table reading_held (
  id bigint generated always as identity primary key,
  series text not null,
  of_id bigint not null,
  source text not null,
  at timestamptz not null,
  reading jsonb not null,
  status text not null check (status in ('late', 'suspect', 'accepted', 'discarded')),
  decided_by bigint,
  decided_at timestamptz,
  createtime timestamptz not null default now(),
  unique (series, of_id, source, at)
);
create index reading_held_status on reading_held (series, status, of_id) where status in ('late', 'suspect');
create index reading_held_createtime on reading_held (createtime);

-- How much a number usually changes from one reading to the next, measured every night.
create table reading_jump (
  series text not null,
  of_id bigint not null,
  source text not null,
  name text not null,
  p99 double precision not null,
  jumps integer not null,
  primary key (series, of_id, source, name)
);
