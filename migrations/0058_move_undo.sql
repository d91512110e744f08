-- What a reversible move wrote over, kept while it can be taken back: columns as they were, clocks it stopped, and the
-- newest clock before it, so that what it started is known.
create table move_undo (
  history_id bigint primary key,
  before jsonb not null,
  clocks jsonb not null,
  last_clock bigint not null,
  createtime timestamptz not null default now()
);
create index move_undo_createtime on move_undo (createtime);
