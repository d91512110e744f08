-- Who on duty took note of which limit.
create table screen_duty (
  id bigint generated always as identity primary key,
  name text not null,
  resource text not null,
  row_id bigint not null,
  title text not null,
  subject jsonb generated always as (subject_of(resource, row_id, title)) stored,
  deadline timestamptz not null,
  area_code text,
  search_text text generated always as (lower(name || chr(31) || title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index screen_duty_name on screen_duty (resource, row_id, deadline);
create index screen_duty_area on screen_duty (area_code, id desc);
create index screen_duty_search on screen_duty using gin (bigrams(search_text)) with (fastupdate = off);

-- A phone that turns the scenes of a wall: bound to the session the wall is signed in with, which it never becomes.
create table screen_remote (
  id bigint generated always as identity primary key,
  session_id bigint not null references session on delete cascade,
  admin_id bigint not null,
  -- SHA-256; a ticket is shown once as a code on the wall, a key is what a phone was given for it
  ticket text unique,
  ticket_until timestamptz not null,
  key text unique,
  state jsonb not null,
  seen timestamptz not null default now(),
  createtime timestamptz not null default now()
);
create index screen_remote_session on screen_remote (session_id);
