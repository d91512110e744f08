-- Queries of lists that are shared by name.
create table auth_view (
  id bigint generated always as identity primary key,
  name text not null,
  list text not null,
  address text not null,
  audience text not null default 'all',
  group_id bigint references auth_group,
  search_text text generated always as (lower(name || chr(31) || list)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (audience <> 'group' or group_id is not null)
);
create index auth_view_list on auth_view (list);
create index auth_view_group on auth_view (group_id);
create index auth_view_search on auth_view using gin (bigrams(search_text)) with (fastupdate = off);

-- What somebody asked to be told of, ten views at the most: a place each, so that no two calls take the last one twice.
create table auth_view_watch (
  id bigint generated always as identity primary key,
  admin_id bigint not null references auth_admin on delete cascade,
  place smallint not null check (place between 1 and 10),
  list text not null,
  name text not null,
  address text not null,
  params jsonb not null,
  createtime timestamptz not null default now(),
  unique (admin_id, place)
);

-- The rows that were in it when it was looked at last.
create table auth_view_seen (
  watch_id bigint not null references auth_view_watch on delete cascade,
  row_id bigint not null,
  primary key (watch_id, row_id)
);
