-- An application is called by its applicant, its kind and the month it was made in: in draft, that it was begun in.
alter table reward_application add column period text generated always as (
  extract(year from (coalesce(applied_at, declared_at, createtime) at time zone 'Asia/Shanghai'))::int::text || '-' ||
  lpad(extract(month from (coalesce(applied_at, declared_at, createtime) at time zone 'Asia/Shanghai'))::int::text, 2, '0')) stored;
