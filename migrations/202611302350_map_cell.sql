-- The cell of the map in which a place is, at zoom 11 of the grid of the wall (server/wall-panel/read-map-layers.ts): its
-- column in the upper 32 bits, its row in the lower. Not strict, so that it is put into the statement and not called.
create function map_cell(place point) returns bigint language sql immutable parallel safe
  return (floor(((place[0] + 180) / 360) / (15::float8 / 128 / 2048))::bigint << 32)
    | floor((0.5 - ln(tan(pi() / 4 + radians(greatest(-85, least(85, place[1]))) / 2)) / (2 * pi())) / (15::float8 / 128 / 2048))::bigint;

-- The map counts the enterprises that await a review one by one, and others from totals: with the state in the key, an area
-- is skipped through instead of read.
drop index enterprise_on_map;
create index enterprise_on_map on enterprise (area_code, status) include (place, due_at);
