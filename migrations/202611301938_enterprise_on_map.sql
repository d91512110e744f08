-- The map of the wall counts all enterprises of an area in a grid: from this index, without reading their long rows.
create index enterprise_on_map on enterprise (area_code) include (place, status, due_at);
