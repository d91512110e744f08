-- What readings of a series add up to on a day, where one value is counted from others.
create table reading_balance (
  series text not null,
  of_id bigint not null,
  day date not null,
  added bigint not null default 0,
  subtracted bigint not null default 0,
  base bigint not null default 0,
  based_at timestamptz,
  at timestamptz,
  primary key (series, of_id, day)
);

-- How far the hours of a series are rolled up.
create table reading_roll_up (
  series text primary key,
  until timestamptz
);
