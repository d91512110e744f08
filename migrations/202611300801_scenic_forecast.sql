-- Forecast of visitors: the days of spots by the quarter of an hour, the weather, forecasts and their errors.

-- The days that forecasts learn from: the last count of each quarter of an hour, from midnight in Shanghai on; null without one.
create table scenic_day_curve (
  spot_id bigint not null references scenic_spot on delete cascade,
  day date not null,
  inside integer[] not null check (cardinality(inside) = 96),
  -- when the spot opened
  reserved integer,
  primary key (spot_id, day)
);
create index scenic_day_curve_day on scenic_day_curve (day);

create table scenic_weather (
  id bigint generated always as identity primary key,
  date date not null,
  area_code text not null references system_area (code),
  weather text not null,
  source text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index scenic_weather_date_area_code on scenic_weather (date, area_code);
create index scenic_weather_area on scenic_weather (area_code text_pattern_ops, date);

-- The present forecast of a spot: the rest of a day, when levels are expected, and the days ahead.
create table scenic_forecast (
  spot_id bigint primary key references scenic_spot on delete cascade,
  day date not null,
  curves jsonb,
  eta80 timestamptz,
  eta90 timestamptz,
  eta100 timestamptz,
  ahead jsonb,
  made_at timestamptz not null
);

-- Back-tested days: sums of errors by lead, and errors relative to the forecast, of which the bands are made.
create table scenic_forecast_error (
  spot_id bigint not null references scenic_spot on delete cascade,
  day date not null,
  width real not null,
  errors jsonb not null,
  relative jsonb not null,
  primary key (spot_id, day)
);
create index scenic_forecast_error_day on scenic_forecast_error (day);

-- Error and coverage of the last thirty days, and the bands that follow from the errors of the last sixty.
create table scenic_forecast_accuracy (
  spot_id bigint primary key references scenic_spot on delete cascade,
  accuracy jsonb not null,
  updated_at timestamptz not null
);
