-- What few rows have, as functions that a statement calls for those alone: written into it, their parts were made ready
-- for every row that was read, which took a sixth of reading one.

-- Pairs that name fields (key …), those named only, in their order; null where none is left.
create function known_pairs(pairs jsonb, names text[]) returns jsonb
  language sql immutable parallel safe
  return (
    select jsonb_agg(pair order by place) from jsonb_array_elements(pairs) with ordinality as each (pair, place)
    where pair ->> 'key' = any(names)
  );

-- Of the guards that are not met (offer → place, or null where it is met) those of moves that would be offered.
create function closed_offers(offered jsonb, guards jsonb) returns jsonb
  language sql immutable parallel safe
  return (select jsonb_object_agg(key, value) from jsonb_each(jsonb_strip_nulls(guards)) where offered ? key);

-- The pauses of a clock in seconds, oldest first; reasons and documents where they are told.
create function clock_pauses(pauses jsonb, reasons boolean) returns jsonb
  language sql stable parallel safe
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'from', floor(extract(epoch from (pause ->> 'from')::timestamptz))::bigint,
        'to', floor(extract(epoch from (pause ->> 'to')::timestamptz))::bigint
      ) || case when reasons then jsonb_build_object('reason', pause ->> 'reason', 'document_no', pause ->> 'document_no') else '{}' end
      order by place
    ), '[]')
    from jsonb_array_elements(pauses) with ordinality as each (pause, place)
  );
