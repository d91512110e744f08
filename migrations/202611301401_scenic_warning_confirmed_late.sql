-- A warning that was once confirmed late stays so when it is raised to another level and confirmed in time.
alter table scenic_warning alter column confirmed_late drop expression;
alter table scenic_warning alter column confirmed_late set default false;
