-- Of which kinds the last change of a team on file was: each opens what it is about, and nothing else.
alter table travel_itinerary add column change_kinds text[];
