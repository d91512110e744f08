-- What is done by the clock: when it is due next, and whether it has been missed.
create table schedule (
  name text primary key,
  -- Of a crontab, in the time of Asia/Shanghai: a changed line is counted from anew.
  line text not null,
  next_at timestamptz not null,
  -- Times in a row that nobody ran, or that failed; since when; and when the alarm was given.
  misses integer not null default 0,
  missing_since timestamptz,
  alerted_at timestamptz
);

-- Runs, and times that passed without one. Some hundred of each are kept.
create table schedule_run (
  id bigint generated always as identity primary key,
  name text not null,
  -- The time it was due, or somebody asked for it.
  due_at timestamptz not null,
  asked_by text,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'missed')),
  -- How many times passed, where nobody ran it.
  times integer not null default 1,
  attempts integer not null default 0,
  error text,
  starttime timestamptz,
  finishtime timestamptz
);
create index schedule_run_name on schedule_run (name, id desc);
-- One run at a time, whoever begins it.
create unique index schedule_run_open on schedule_run (name) where status in ('waiting', 'running');
