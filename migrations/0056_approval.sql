-- A proposal keeps what it told until its move happens. Those made before told it to nobody: they are made again.
update enterprise set approval = null where approval is not null and not approval ? 'input';

-- The moves offered on a row: those of its state, or, while one waits for its next approver, the other moves of the
-- state and what this caller may do about the proposal. `open` holds, by `<move>:<step>`, what holders of it are offered.
create function offered_moves(base jsonb, open jsonb, approval jsonb, status text, caller bigint) returns jsonb
  language sql immutable parallel safe
  return (
    case when approval is null or approval ->> 'from' is distinct from status then base
    else (select coalesce(jsonb_agg(move order by place), '[]') from jsonb_array_elements(base) with ordinality as each (move, place) where move #>> '{}' not like '%:%')
      || case when approval -> 'taken' @> jsonb_build_array(jsonb_build_object('by', caller)) then '[]'
         else coalesce(open -> ((approval ->> 'move') || ':' || (approval ->> 'next')), '[]') end
      || case when (approval #>> '{taken,0,by}')::bigint = caller then coalesce(open -> ((approval ->> 'move') || ':withdraw'), '[]')
         else '[]' end
    end
  );
