-- Sources whose counts nobody counted: those of the demonstration.
alter table scenic_source add column simulated boolean not null default false;
