-- How enterprises rate checks. Nothing here leads to the check, the enterprise or the person: the key is a hash with the key
-- of the platform, which keeps a check from being rated twice, and the time is a month.
create table enforcement_check_rating (
  key text primary key,
  department_id bigint not null references auth_department,
  area_code text not null,
  domain text not null,
  month text not null,
  score smallint not null check (score between 1 and 5),
  tags text[] not null default '{}'
);
create index enforcement_check_rating_department on enforcement_check_rating (department_id, month);
create index enforcement_check_rating_area on enforcement_check_rating (area_code text_pattern_ops, month);
