-- Teams of the nightly look that share a vehicle, a driver, a guide or a tourist with another at about the same time: the
-- others of a team are asked for where there are any.
create table travel_look_meeting (
  itinerary_id bigint not null,
  shares text not null check (shares in ('vehicles', 'drivers', 'guides', 'tourists')),
  primary key (itinerary_id, shares)
);
