-- When whoever holds a session last proved who they are: signing in is such a proof.
alter table session add column confirmtime timestamptz;
update session set confirmtime = createtime;
alter table session alter column confirmtime set default now();

-- Commands run in the terminal of the back office, with what they said. `lock` is the second key of the advisory lock
-- that is held as long as one of the command runs: without it a row that says 'running' is of a process that is gone.
create table terminal_run (
  id bigint generated always as identity primary key,
  command text not null,
  lock integer not null,
  admin_id bigint,
  username text not null,
  ip text,
  status text not null default 'running',
  exit_code integer,
  output text not null default '',
  createtime timestamptz not null default now(),
  finishtime timestamptz
);
create index terminal_run_lock on terminal_run (lock) where status = 'running';
