-- Long work a person waits for (exports, imports): what they see of it. The queue itself is the schema graphile_worker.
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  admin_id bigint,
  user_id bigint,
  -- Language of title and messages.
  locale text not null default 'zh-cn',
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  progress real not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  message text not null default '',
  params jsonb not null default '{}',
  result jsonb,
  -- The process that runs it, by the number of the advisory lock it holds while it lives.
  process integer,
  createtime timestamptz not null default now(),
  starttime timestamptz,
  finishtime timestamptz
);
create index job_admin on job (admin_id, id desc);
create index job_user on job (user_id, id desc);
create index job_unfinished on job (status) where status in ('waiting', 'running');

-- Worker pools of the queue and the process each lives in: what a process that ended held is given back to the queue.
create table job_worker (
  pool text primary key,
  process integer not null
);
