-- By how much a balance was lifted to nobody because more left than came: who came before it may be reported later.
alter table reading_balance add column lifted bigint not null default 0, add column lifted_at timestamptz;
