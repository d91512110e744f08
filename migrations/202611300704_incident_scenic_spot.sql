-- The scenic spot in which an incident happened.
alter table incident add column spot_id bigint references scenic_spot;
create index incident_spot on incident (spot_id);
