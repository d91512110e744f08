-- Each step of a check writes all its indexes anew, since its state is indexed. Most references of a check are null, and
-- nobody looks for null: they need no entry.
drop index enforcement_check_check_no, enforcement_check_informed, enforcement_check_plan, enforcement_check_recheck_of,
  enforcement_check_roadside, enforcement_check_itinerary, enforcement_check_vehicle, enforcement_check_guide,
  enforcement_check_approved_by, enforcement_check_reviewed_by, enforcement_check_cycle, enforcement_check_answer_answered_by;
create unique index enforcement_check_check_no on enforcement_check (compact_identifier(check_no)) where check_no is not null;
create index enforcement_check_informed on enforcement_check (informed_enterprise_id, id desc) where informed_enterprise_id is not null;
create index enforcement_check_plan on enforcement_check (plan_id) where plan_id is not null;
create index enforcement_check_recheck_of on enforcement_check (recheck_of) where recheck_of is not null;
create index enforcement_check_roadside on enforcement_check (roadside_check_id) where roadside_check_id is not null;
create index enforcement_check_itinerary on enforcement_check (itinerary_id) where itinerary_id is not null;
create index enforcement_check_vehicle on enforcement_check (vehicle_id) where vehicle_id is not null;
create index enforcement_check_guide on enforcement_check (guide_id) where guide_id is not null;
create index enforcement_check_approved_by on enforcement_check (approved_by) where approved_by is not null;
create index enforcement_check_reviewed_by on enforcement_check (reviewed_by) where reviewed_by is not null;
create index enforcement_check_cycle on enforcement_check (cycle_id, id desc) where cycle_id is not null;
create index enforcement_check_answer_answered_by on enforcement_check_answer (answered_by) where answered_by is not null;
