-- Visitors in scenic spots: how many are inside, from gates, cameras and people.
create table scenic_flow (
  of_id bigint not null,
  source text not null,
  at timestamptz not null,
  inside integer,
  entered integer,
  departed integer,
  day_total integer,
  reserved integer,
  parking integer,
  quality numeric,
  primary key (of_id, at, source)
) partition by range (at);

create table scenic_flow_hour (
  of_id bigint not null,
  at timestamptz not null,
  readings integer not null,
  inside_min float8,
  inside_max float8,
  inside_avg float8,
  inside_sum float8,
  inside_last float8,
  entered_min float8,
  entered_max float8,
  entered_avg float8,
  entered_sum float8,
  entered_last float8,
  day_total_min float8,
  day_total_max float8,
  day_total_avg float8,
  day_total_sum float8,
  day_total_last float8,
  primary key (of_id, at)
);
create index scenic_flow_hour_at on scenic_flow_hour (at);

create table scenic_source (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null,
  spot_id bigint references scenic_spot,
  area_code text not null references system_area (code),
  enabled boolean not null default true,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index scenic_source_spot on scenic_source (spot_id);
create index scenic_source_area on scenic_source (area_code text_pattern_ops, id desc);
create index scenic_source_search on scenic_source using gin (bigrams(search_text)) with (fastupdate = off);

create table scenic_count (
  id bigint generated always as identity primary key,
  spot_id bigint not null references scenic_spot,
  kind text not null default 'count',
  counted_at timestamptz not null,
  inside integer,
  entered integer,
  departed integer,
  reason text,
  counted_by bigint references auth_admin,
  counted_by_member bigint references member,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index scenic_count_spot on scenic_count (spot_id, counted_at desc);
create unique index scenic_count_spot_id_counted_at_kind on scenic_count (spot_id, counted_at, kind);

-- How full a spot is now: the level that its flow has reached, or that nobody knows. `t.crowd` reads like a column.
create function crowd(t scenic_spot) returns text language sql stable as $$
  select coalesce((select case when s.at is null then 'none' when s.lost then 'lost'
      when coalesce(t.instant_max, 0) = 0 then 'unlimited' when s.level = 0 then 'normal' else s.level::text end
    from reading_state s where s.series = 'scenic/flow' and s.of_id = t.id), 'none')
$$;

-- How many are inside now; null while nobody knows.
create function inside(t scenic_spot) returns integer language sql stable as $$
  select s.value::integer from reading_state s where s.series = 'scenic/flow' and s.of_id = t.id and not s.lost
$$;
