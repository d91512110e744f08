-- A day somebody marks by hand does not tell that its year has been announced. Those on record until now did.
alter table system_calendar add column announced boolean not null default false;
update system_calendar set announced = true;
