-- Whoever drives for several firms is found by their identity number, also where they have left one of them.
create index crew_driver_person on crew_driver ((id_no->>'hash'));
