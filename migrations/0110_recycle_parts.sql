-- A deleted row is copied with the rows that were part of it, by the names of their resources, so that all are put back.
alter table security_data_recycle_log add column parts jsonb;
