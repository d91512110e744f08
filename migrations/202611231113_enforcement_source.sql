-- What reports from the road, and what it reports (domain reference §2.F, §5). Readings lie in a partition for each day.
create table enforcement_source (
  id bigint generated always as identity primary key,
  name text not null,
  vendor text,
  key text,
  place point,
  open boolean not null default true,
  area_code text not null references system_area (code),
  search_text text generated always as (lower(name || chr(31) || coalesce(vendor, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_source_area on enforcement_source (area_code text_pattern_ops, id desc);
create index enforcement_source_search on enforcement_source using gin (bigrams(search_text)) with (fastupdate = off);
create table enforcement_capture (
  of_id bigint not null,
  source text not null,
  at timestamptz not null,
  plate text not null,
  spot text,
  primary key (of_id, at, source)
) partition by range (at);
-- where a plate was seen of late
create index enforcement_capture_plate on enforcement_capture (plate, at desc);
create table enforcement_position (
  of_id bigint not null,
  source text not null,
  at timestamptz not null,
  place point not null,
  speed integer,
  primary key (of_id, at, source)
) partition by range (at);
