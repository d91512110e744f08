-- Whose a fact is where rows belong to a department or to an officer: live streams tell it to nobody else.
alter table event add column department_id bigint, add column admin_id bigint;
