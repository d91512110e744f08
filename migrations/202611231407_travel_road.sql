-- What guides report from the road: check-ins, headcounts, changes they ask for, and calls for help (domain reference
-- Appendix G). What was made without network comes late, with the moment it was made.

create table travel_road_note (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  guide_id bigint not null references crew_guide,
  team_no text not null,
  kind text not null,
  -- the stop may leave the plan afterwards; what happened there did
  stop_id bigint,
  stop_name text,
  people integer,
  expected integer,
  distance integer,
  reason text,
  place point,
  place_found jsonb,
  made_at timestamptz not null,
  late text not null,
  search_text text generated always as (lower(team_no || chr(31) || coalesce(stop_name, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_road_note_itinerary on travel_road_note (itinerary_id, id desc);
create index travel_road_note_guide on travel_road_note (guide_id, id desc);
create unique index travel_road_note_stop_id on travel_road_note (stop_id) where kind = 'arrive';
create index travel_road_note_search on travel_road_note using gin (bigrams(search_text)) with (fastupdate = off);

create table travel_change_request (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  guide_id bigint not null references crew_guide,
  team_no text not null,
  kind text not null,
  stop_id bigint,
  stop_name text,
  arrive time,
  day_no integer,
  reason text not null,
  made_at timestamptz not null,
  late text not null,
  answer text,
  status text not null default 'asked',
  due_at timestamptz,
  search_text text generated always as (lower(team_no || chr(31) || coalesce(stop_name, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_change_request_itinerary on travel_change_request (itinerary_id, id desc);
create index travel_change_request_guide on travel_change_request (guide_id, id desc);
create index travel_change_request_status on travel_change_request (status, id desc);
select keep_search_beside('travel_change_request');

create table travel_sos (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary,
  guide_id bigint not null references crew_guide,
  headline text not null,
  team_no text not null,
  guide_name text not null,
  mobile text,
  people integer,
  place point,
  place_found jsonb,
  made_at timestamptz not null,
  late text not null,
  acknowledged_by text,
  acknowledged_at timestamptz,
  outcome text,
  status text not null default 'raised',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(headline)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_sos_itinerary on travel_sos (itinerary_id, id desc);
create index travel_sos_status on travel_sos (status, id desc);
create index travel_sos_guide on travel_sos (guide_id, id desc);
select keep_search_beside('travel_sos');

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('sos_response', '紧急求助处置', 'hour', 1, '值班处置时限（可按本地规定修改）', '2004-01-01');
