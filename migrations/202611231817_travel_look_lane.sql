-- The nightly look goes two ways at once, each with how far it has come.
alter table travel_look drop constraint travel_look_pkey, drop column id;
delete from travel_look;
alter table travel_look add column lane smallint primary key check (lane >= 0);
