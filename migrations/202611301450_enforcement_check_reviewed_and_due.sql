-- The wall counts results by the month of their review, and limits that pass within a week, every fifteen seconds.
create index enforcement_check_reviewed on enforcement_check (reviewed_at) include (result_code, area_code)
  where reviewed_at is not null;
create index enforcement_check_due on enforcement_check (due_at) include (area_code) where due_at is not null;
