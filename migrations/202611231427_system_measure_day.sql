-- Figures of years are asked for by their days.
create index measure_part_day on measure_part (measure, day);
