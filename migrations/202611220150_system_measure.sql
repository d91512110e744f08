-- Measures that are kept up with every write instead of being counted when asked. A row says by how many rows (and by
-- what sum) a write changed one cell of a measure: adding them up gives the figure, and they are put together now and then.
create table measure_part (
  measure text not null,
  day date,
  area_code text,
  -- values of the other dimensions, in the order of their names
  dims text[] not null default '{}',
  n bigint not null,
  total numeric not null default 0
);
create index measure_part_area on measure_part (measure, area_code);

-- How each was set up, so that a changed declaration begins anew.
create table measure_kept (
  measure text primary key,
  definition text not null,
  rebuilt_at timestamptz not null default now()
);
