-- A division may come to be on a day that is still to come.
alter table system_area add column valid_from date;
