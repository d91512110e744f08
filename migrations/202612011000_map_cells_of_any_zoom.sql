-- The map reads wide areas from larger cells: `steps` times four cells of `map_cell` are put together.
create function map_cell(place point, steps int) returns bigint language sql immutable parallel safe
  return ((map_cell(place) >> (32 + steps)) << 32) | ((map_cell(place) & 4294967295) >> steps);

-- Where in such a cell a place is, in 256 parts of its width: from the west in the upper 32 bits, from the north in the lower.
-- These are added up, so that a circle lies in the middle of its rows however large its cell is.
create function map_offset(place point, steps int) returns bigint language sql immutable parallel safe
  return (((floor(((place[0] + 180) / 360) / (15::float8 / 128 / 2048) * 256)::bigint >> steps) & 255) << 32)
    | ((floor((0.5 - ln(tan(pi() / 4 + radians(greatest(-85, least(85, place[1]))) / 2)) / (2 * pi())) / (15::float8 / 128 / 2048) * 256)::bigint >> steps) & 255);
