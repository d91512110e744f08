-- Tourists are forgotten so many years after their trip (domain reference §2.V): which teams were, and how far the night
-- came with what was written down of those who are on no list any more.
alter table travel_itinerary add column forgotten_at timestamptz;
create index travel_itinerary_forgotten on travel_itinerary (end_at, id) where forgotten_at is null;

create table travel_forget (
  id boolean primary key default true check (id),
  until timestamptz not null
);
