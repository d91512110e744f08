-- The visits of an enterprise are looked up with every approval, since the beginning of the year or a few months more: by their day,
-- so that the checks of earlier years are not read. Nobody asks for them by the time of their approval.
drop index enforcement_check_enterprise;
create index enforcement_check_enterprise on enforcement_check
  (enterprise_id, (coalesce((coalesce(started_at, window_from) at time zone 'Asia/Shanghai')::date, due_on)));
