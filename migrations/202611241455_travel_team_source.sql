-- How many of each team are from where: by the prefecture of their numbers, and by the country their papers name. Kept with
-- every write of a list or a team, whoever makes it; what the wall tells is kept of these rows in turn.
create table travel_team_source (
  id bigint generated always as identity primary key,
  itinerary_id bigint not null references travel_itinerary on delete cascade,
  team_no text,
  team_status text not null,
  start_at timestamptz,
  area_code text,
  source_area text,
  country text,
  people integer not null,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  unique nulls not distinct (itinerary_id, source_area, country)
);
create index travel_team_source_area on travel_team_source (area_code, id desc);
create index travel_team_source_origin on travel_team_source (source_area, start_at);
create index travel_team_source_abroad on travel_team_source (start_at) where country is not null;
create index travel_team_source_start on travel_team_source (start_at desc, id desc);

-- what teams come to as they stand, however often it is counted; rows that stay as they are are not written
create function count_team_sources(ids bigint[]) returns void language sql as $$
  with n as materialized (
    select t.itinerary_id, left(t.source_area, 4) || '00' as source_area,
      case when lower(btrim(t.nationality)) in ('', '中国', '中华人民共和国', 'china', 'cn') then null else btrim(t.nationality) end as country,
      count(*)::int as people
    from travel_tourist t where t.itinerary_id = any (ids) group by 1, 2, 3
  ), gone as (
    delete from travel_team_source s where s.itinerary_id = any (ids) and not exists (select from n where n.itinerary_id = s.itinerary_id
      and n.source_area is not distinct from s.source_area and n.country is not distinct from s.country)
  )
  insert into travel_team_source as s (itinerary_id, team_no, team_status, start_at, area_code, source_area, country, people)
  select i.id, i.team_no, i.status, i.start_at, i.area_code, n.source_area, n.country, n.people
  from n join travel_itinerary i on i.id = n.itinerary_id
  on conflict (itinerary_id, source_area, country) do update set people = excluded.people, updatetime = now() where s.people <> excluded.people
$$;

create function count_tourists_added() returns trigger language plpgsql as $$ begin
  perform count_team_sources((select array_agg(distinct itinerary_id) from added));
  return null;
end $$;
create function count_tourists_gone() returns trigger language plpgsql as $$ begin
  perform count_team_sources((select array_agg(distinct itinerary_id) from gone));
  return null;
end $$;
create function count_tourists_changed() returns trigger language plpgsql as $$
declare ids bigint[] := (select array_agg(distinct a.itinerary_id) from added a join gone g on g.id = a.id
  where a.source_area is distinct from g.source_area or a.nationality is distinct from g.nationality);
begin
  if ids is not null then perform count_team_sources(ids); end if;
  return null;
end $$;
create trigger count_team_sources_insert after insert on travel_tourist
  referencing new table as added for each statement execute function count_tourists_added();
create trigger count_team_sources_delete after delete on travel_tourist
  referencing old table as gone for each statement execute function count_tourists_gone();
create trigger count_team_sources_update after update on travel_tourist
  referencing old table as gone new table as added for each statement execute function count_tourists_changed();

create function follow_team_sources() returns trigger language plpgsql as $$ begin
  update travel_team_source s set team_status = a.status, start_at = a.start_at, area_code = a.area_code, updatetime = now()
  from added a join gone g on g.id = a.id
  where s.itinerary_id = a.id and (a.status, a.start_at, a.area_code) is distinct from (g.status, g.start_at, g.area_code);
  return null;
end $$;
create trigger follow_team_sources after update on travel_itinerary
  referencing old table as gone new table as added for each statement execute function follow_team_sources();

select count_team_sources(array_agg(id)) from travel_itinerary;
