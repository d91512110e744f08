-- An office whose division ended acts for what it became, and what ended lies where its successor does.
create index system_area_replaced on system_area (replaced_by) where replaced_by is not null;

-- The division an office of `code` acts for today: itself, or at the end of what replaced it. One that became part of a
-- larger one goes on as it is: nobody's reach grows by a merger.
create function jurisdiction_of(code text) returns text language sql stable as $$
  with recursive today as (select (now() at time zone 'Asia/Shanghai')::date as day), next as (
    select a.code, a.replaced_by, a.level, a.valid_to < day as ended, 0 as step from system_area a, today where a.code = $1
    union all
    select b.code, b.replaced_by, b.level, b.valid_to < day, step + 1 from next n join system_area b on b.code = n.replaced_by, today
      where n.ended and b.level >= n.level and step < 20
  )
  select coalesce((select n.code from next n where n.ended is not true order by step limit 1), $1)
$$;

-- Divisions that ended and became part of what `code` holds, unless they lie in it by their digits.
create function absorbed_by(code text) returns text[] language sql stable as $$
  with recursive today as (select (now() at time zone 'Asia/Shanghai')::date as day, regexp_replace($1, '0000$|00$', '') as digits), gone as (
    select a.code, a.level from system_area a, today join system_area b on true
      where a.replaced_by is not null and b.code = a.replaced_by and starts_with(a.replaced_by, digits) and a.valid_to < day and a.level >= b.level
    union
    select a.code, a.level from gone g join system_area a on a.replaced_by = g.code and a.level >= g.level, today where a.valid_to < day
  )
  select case when $1 in ('', '100000') then '{}' else
    (select coalesce(array_agg(g.code order by g.code), '{}') from gone g, today where not starts_with(g.code, digits)) end
$$;
