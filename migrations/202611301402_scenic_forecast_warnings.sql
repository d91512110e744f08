-- Warnings before a level is reached, with when it is expected and how far off forecasts of the spot have been.
alter table scenic_warning
  add column expected_at timestamptz,
  add column expected_from timestamptz,
  add column expected_until timestamptz,
  add column forecast_error integer;

-- Each forecast of a day that was made, by the hour, so that a past moment is replayed with what was expected then.
create table scenic_forecast_past (
  spot_id bigint not null references scenic_spot on delete cascade,
  made_at timestamptz not null,
  day date not null,
  -- minute of the day of the first value
  first smallint not null,
  p10 integer[] not null,
  p50 integer[] not null,
  p90 integer[] not null,
  eta80 timestamptz,
  eta90 timestamptz,
  eta100 timestamptz,
  primary key (spot_id, made_at)
);
create index scenic_forecast_past_made_at on scenic_forecast_past (made_at);

-- The highest level that a spot is expected to reach today and has not reached, when, and how far off forecasts of it have been
-- in thirty days, in percent. `t.expected_level` reads like a column.
create function expected_level(t scenic_spot) returns text language sql stable as $$
  select case when p.eta100 is not null then '100' when p.eta90 is not null then '90' when p.eta80 is not null then '80' end
  from scenic_forecast p where p.spot_id = t.id and p.day = (now() at time zone 'Asia/Shanghai')::date and t.status in ('open', 'limited')
$$;
create function expected_at(t scenic_spot) returns timestamptz language sql stable as $$
  select coalesce(p.eta100, p.eta90, p.eta80)
  from scenic_forecast p where p.spot_id = t.id and p.day = (now() at time zone 'Asia/Shanghai')::date and t.status in ('open', 'limited')
$$;
create function forecast_error(t scenic_spot) returns integer language sql stable as $$
  select round((a.accuracy ->> 'mape')::numeric * 100)::integer from scenic_forecast_accuracy a where a.spot_id = t.id
$$;
