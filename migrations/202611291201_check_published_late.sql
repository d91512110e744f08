-- Whether the result of a check was published after its time limit, so that the list can be filtered by it.
alter table enforcement_check add column published_late boolean not null default false;
update enforcement_check c set published_late = true
where c.published_at > (select max(l.due_at) from deadline l
  where l.resource = 'enforcement/check' and l.row_id = c.id and l.clock = 'publicity');
