-- Several clocks run on a row, by name. Each keeps the limit it was started with, in its unit, the stretches it stood
-- still, and what is still to be told of it: `warnings` in the order of time, `warn_at` the first that was not told.
alter table system_time_rule add column warn text[] not null default '{t-3,t-1,t,t+1}';

alter table deadline
  add column clock text,
  add column rule_name text,
  add column rule jsonb,
  add column pauses jsonb not null default '[]',
  add column served boolean not null default false,
  add column warnings jsonb not null default '[]',
  add column warn_at timestamptz;
update deadline d set
  clock = case d.rule_code when 'enterprise_audit' then 'audit' else d.rule_code end,
  rule_name = r.name,
  rule = jsonb_build_object('unit', coalesce(r.unit, 'day'), 'amount', coalesce(r.amount, 0), 'roll', coalesce(r.roll, 'none'),
    'startNextDay', coalesce(r.start_next_day, true)),
  warnings = jsonb_build_array(jsonb_build_object('at', floor(extract(epoch from d.due_at))::bigint + 1, 'fact', 'overdue', 'left', 0)),
  warn_at = case when d.status = 'running' then d.due_at + interval '1 second' end
from deadline o left join system_time_rule r on r.id = o.rule_id where o.id = d.id;
alter table deadline alter column clock set not null, alter column rule set not null;
drop index deadline_running;
create index deadline_warn on deadline (warn_at) where warn_at is not null;
create index deadline_open on deadline (resource, row_id) where status <> 'done';

alter table enterprise add column due_unit text;
update enterprise set due_unit = 'workingDay' where due_at is not null;
