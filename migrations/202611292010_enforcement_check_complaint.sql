alter table enforcement_check add column complaint_id bigint references complaint;
create index enforcement_check_complaint_id on enforcement_check (complaint_id) where complaint_id is not null;
