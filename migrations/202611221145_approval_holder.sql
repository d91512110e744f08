-- A proposal that was handed over is its holder's: to withdraw, and not to take a step of.
create or replace function offered_moves(base jsonb, open jsonb, approval jsonb, status text, caller bigint) returns jsonb
  language sql immutable parallel safe
  return (
    case when approval is null or approval ->> 'from' is distinct from status then base
    else (select coalesce(jsonb_agg(move order by place), '[]') from jsonb_array_elements(base) with ordinality as each (move, place) where move #>> '{}' not like '%:%')
      || case when (approval ->> 'holder')::bigint = caller or approval -> 'taken' @> jsonb_build_array(jsonb_build_object('by', caller)) then '[]'
         else coalesce(open -> ((approval ->> 'move') || ':' || (approval ->> 'next')), '[]') end
      || case when coalesce(approval ->> 'holder', approval #>> '{taken,0,by}')::bigint = caller then coalesce(open -> ((approval ->> 'move') || ':withdraw'), '[]')
         else '[]' end
    end
  );
