-- Boards read the visits of a week, and figures those of a time.
create index enforcement_check_day on enforcement_check
  ((coalesce((coalesce(started_at, window_from) at time zone 'Asia/Shanghai')::date, due_on)));
create index enforcement_check_started on enforcement_check (started_at) where started_at is not null;
