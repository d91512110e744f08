-- The number of the decision that suspended an enterprise last, and the suspensions that were annulled: pairs of the number
-- of a decision and of the document by which it was annulled.
alter table enterprise add column suspension_no text, add column annulled_suspensions jsonb;

-- The number of the decision, from the history of a suspension. Earlier ones have it before the reason in their note.
create function suspension_decision_no(changes jsonb, note text) returns text
  language sql immutable parallel safe
  return coalesce(changes -> 'suspension_no' ->> 1, nullif(split_part(note, ' ', 1), ''));

update enterprise e set suspension_no = (
  select suspension_decision_no(h.changes, h.note) from history h
  where h.resource = 'enterprise/enterprise' and h.row_id = e.id and h.move = 'suspend' order by h.id desc limit 1)
where exists (select from history h where h.resource = 'enterprise/enterprise' and h.row_id = e.id and h.move = 'suspend');
