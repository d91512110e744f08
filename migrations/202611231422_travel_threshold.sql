-- Numbers of the rules for teams, as areas have them (domain reference §2.E).
create table travel_threshold (
  id bigint generated always as identity primary key,
  name text not null,
  parameter text not null,
  value integer not null,
  area_code text not null,
  why text not null,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index travel_threshold_name on travel_threshold (name);
create index travel_threshold_parameter on travel_threshold (parameter, area_code);
create index travel_threshold_area on travel_threshold (area_code, id desc);
-- how often a rule was right, by area
create index travel_finding_judged on travel_finding (code, area_code, status);
