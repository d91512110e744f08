-- A deleted row is seen, and put back, by whoever could see the row: the copy knows by what that is judged. Resources
-- whose rows everybody sees are named, all others were judged by area so far.
alter table security_data_recycle_log add column scope text not null default 'area',
  add column department_id bigint, add column owner_id bigint;
update security_data_recycle_log set scope = 'all'
  where resource in ('auth/group', 'auth/menu', 'system/timeRule', 'system/area', 'system/calendar');
