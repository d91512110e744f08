-- Ratings are shown in groups of at least five that become readable together, because a mean that changes with one more
-- rating tells what that rating was.
alter table enforcement_check_rating add column released boolean not null default false;
alter table enforcement_check_rating add column quarter text generated always as
  (left(month, 4) || 'Q' || (right(month, 2)::integer + 2) / 3) stored;
drop index enforcement_check_rating_department;
drop index enforcement_check_rating_area;
create index enforcement_check_rating_department on enforcement_check_rating (department_id, quarter, released);
update enforcement_check_rating r set released = true
where (select count(*) from enforcement_check_rating o where o.department_id = r.department_id and o.quarter = r.quarter) >= 5;
