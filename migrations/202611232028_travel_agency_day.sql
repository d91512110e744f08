-- How many teams of an agency leave on one day (domain reference §2.E, I17): among a year's of a large agency, without
-- going through all of them for each team that is looked at.
create index travel_itinerary_agency_start on travel_itinerary (agency_id, start_at) include (status);
