-- Totals of lists are kept beside measures, without a day. Only what has one is asked for by its days.
drop index measure_part_day;
create index measure_part_day on measure_part (measure, day) where day is not null;
