-- What an account has imported into a resource, by the keyed hash of the file: a file sent twice is recognised.
create table import_content (
  admin_id bigint not null,
  resource text not null,
  content text not null,
  job_id bigint not null,
  -- Rows it brought; zero while it is under way.
  imported integer not null default 0,
  createtime timestamptz not null default now(),
  primary key (admin_id, resource, content)
);
create index import_content_job on import_content (job_id);

-- How far an import is, written with the rows themselves: who takes it up again goes on behind them.
create table import_progress (
  job_id bigint primary key,
  -- Number of the last row of the sheet that is decided upon.
  through_row integer not null,
  imported integer not null
);

-- Rows an import has passed over and why; they make the error workbook at its end and go with it.
create table import_refusal (
  job_id bigint not null,
  row_no integer not null,
  errors jsonb not null,
  primary key (job_id, row_no)
);
