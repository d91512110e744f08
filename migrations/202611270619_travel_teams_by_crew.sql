-- Teams are looked for by parts of a plate or of a guide's name.
create index travel_assigned_vehicle_plate on travel_assigned_vehicle using gin (bigrams(lower(plate))) with (fastupdate = off);
create index travel_assigned_guide_name on travel_assigned_guide using gin (bigrams(lower(name))) with (fastupdate = off);
