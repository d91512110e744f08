alter table enforcement_check add foreign key (cycle_id) references enforcement_cycle;
create index enforcement_check_cycle on enforcement_check (cycle_id, id desc);
