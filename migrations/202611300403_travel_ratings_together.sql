-- Ratings of a guide wait here until there are five, without a day, so that a row does not tell who was asked when.
create table travel_rating_waiting (
  key uuid primary key default gen_random_uuid(),
  guide_id bigint not null references crew_guide,
  team_no text not null,
  content jsonb not null
);
create index travel_rating_waiting_guide on travel_rating_waiting (guide_id);
-- The number of a team is left out where it would tell whose rating it is.
alter table crew_rating alter column team_no drop not null;
select set_search_text('crew_rating', $$coalesce(team_no, '') || chr(31) || coalesce(compact_identifier(team_no), '')$$);
