-- The grade of an incident by other numbers than its present ones, for replays: what the column of that name computes.
create function incident_level(grade_by_hand text, dead integer, hurt integer, missing integer, stranded integer, stranded_long boolean)
  returns text language sql immutable parallel safe
  return coalesce(grade_by_hand, case
    when dead + missing >= 30 or hurt >= 100 or (stranded_long and stranded >= 500) then 'extreme'
    when dead + missing >= 10 or hurt >= 50 or (stranded_long and stranded >= 200) then 'grave'
    when dead + missing >= 3 or hurt >= 10 or (stranded_long and stranded >= 50) then 'large'
    else 'ordinary' end);
