-- Who usually runs the tours of a template (domain reference §2.D).
alter table travel_template
  add column guide_id bigint references crew_guide,
  add column vehicle_id bigint references crew_vehicle,
  add column driver_id bigint references crew_driver;
create index travel_template_guide on travel_template (guide_id);
create index travel_template_vehicle on travel_template (vehicle_id);
create index travel_template_driver on travel_template (driver_id);
