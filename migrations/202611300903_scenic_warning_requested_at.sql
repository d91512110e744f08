-- A spot confirms within ten minutes of being asked, which is later than the reading if that came late, and again at a higher level.
alter table scenic_warning drop column confirmed_late;
alter table scenic_warning add column requested_at timestamptz not null default now();
update scenic_warning set requested_at = raised_at;
alter table scenic_warning add column confirmed_late boolean not null generated always as (
  coalesce(extract(epoch from confirmed_at - requested_at) > 600, false)) stored;
