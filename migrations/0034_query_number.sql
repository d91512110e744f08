-- Query numbers QY + date + six digits come from a sequence: in a counter of the day, everybody who registers would
-- wait for the one before to commit. Less than a million a day, no number comes twice with one date.
create sequence enterprise_query_number as integer maxvalue 999999 cycle;
select setval('enterprise_query_number', greatest(1, max(last) % 1000000)) from enterprise_query_counter;
drop table enterprise_query_counter;
