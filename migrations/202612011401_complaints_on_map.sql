-- The map reads some thousand complaints of the last thirty days from the index alone. It takes the place of the one by day.
drop index complaint_filed;
create index complaint_on_map on complaint (filed_on) include (area_code, event_area, event_place, status);
