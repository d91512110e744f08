-- Links by which tourists rate a guide after a team is over: one use each, kept as hashes (domain reference §2.F).
create table travel_rating_link (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  guide_id bigint not null references crew_guide,
  -- whom it was sent to; nobody where the guide's phone showed it
  tourist_id bigint references travel_tourist on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  createtime timestamptz not null default now()
);
create unique index travel_rating_link_token on travel_rating_link (token);
create unique index travel_rating_link_tourist_id on travel_rating_link (tourist_id) where tourist_id is not null;
create index travel_rating_link_itinerary on travel_rating_link (itinerary_id);
create index travel_rating_link_guide on travel_rating_link (guide_id);

-- one rating of one link, and one answer to it
alter table crew_rating add column link_id bigint, add column reply text, add column replied_at timestamptz;
create unique index crew_rating_link_id on crew_rating (link_id) where link_id is not null;
