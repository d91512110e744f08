-- What officers found of coaches on the road.
create table enforcement_roadside_check (
  id bigint generated always as identity primary key,
  plate text not null,
  itinerary_id bigint references travel_itinerary,
  vehicle_id bigint references crew_vehicle,
  result text not null,
  headcount integer not null,
  expected integer,
  place point,
  place_found jsonb,
  place_name text,
  problems text,
  photos text[],
  checked_by bigint references auth_admin,
  area_code text not null references system_area (code),
  search_text text generated always as (lower(plate || chr(31) || coalesce(place_name, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_roadside_check_plate on enforcement_roadside_check (plate, id desc);
create index enforcement_roadside_check_team on enforcement_roadside_check (itinerary_id);
create index enforcement_roadside_check_vehicle on enforcement_roadside_check (vehicle_id);
create index enforcement_roadside_check_area on enforcement_roadside_check (area_code text_pattern_ops, id desc);
create index enforcement_roadside_check_search on enforcement_roadside_check using gin (bigrams(search_text)) with (fastupdate = off);
-- a card is read aloud without its hyphens
create index crew_guide_card_read on crew_guide (upper(replace(card_no, '-', '')));
