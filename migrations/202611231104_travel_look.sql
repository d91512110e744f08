-- How far the nightly look at teams has come: it goes on there after a stop, and looks at nothing twice.
create table travel_look (
  -- one round at a time
  id boolean primary key default true check (id),
  begun_at timestamptz not null,
  after_id bigint not null default 0,
  teams integer not null default 0,
  kept integer not null default 0,
  ended_at timestamptz
);
