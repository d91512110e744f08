-- What people call a team: the name of its product, else where it departs from and goes, and for how many days. It is kept in
-- the row, so that lists, choices and searches go by it without looking anything up.
alter table travel_itinerary add column route text;

-- 昆明 for a district of 昆明市 and for the city itself, 大理 for one of its autonomous prefecture; a county a province runs by itself has its own.
create function travel_city(of_code text) returns text
  language sql stable
as $$
  select coalesce(
    (select short_name from system_area where code = left(of_code, 2) || '0000' and left(of_code, 2) in ('11', '12', '31', '50', '81', '82')),
    (select short_name from system_area where code = left(of_code, 4) || '00' and substr(of_code, 3, 2) <> '90'),
    (select coalesce(short_name, name) from system_area where code = of_code))
$$;

create function travel_route(of_product bigint, from_code text, to_areas bigint[], from_at timestamptz, to_at timestamptz) returns text
  language sql stable
as $$
  select coalesce((select nullif(title, '') from travel_product where id = of_product), (
    select concat_ws('—', from_city, string_agg(place, '—' order by at)) ||
      coalesce((array['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'])[days], days::text) || '日游'
    from (
      select from_city, place, min(at) as at, days from (
        select home.city as from_city, to_area.at,
          -- within one's own city the district is what tells trips apart
          case when city.name = home.city and to_area.code <> from_code then coalesce(to_area.short_name, to_area.name) else city.name end as place,
          case when to_at - from_at <= interval '24 hours' then 1
            else ((to_at - interval '1 second') at time zone 'Asia/Shanghai')::date - (from_at at time zone 'Asia/Shanghai')::date + 1 end as days
        from (select travel_city(from_code) as city) home,
          (select a.code, a.short_name, a.name, o.at from unnest(to_areas[1:4]) with ordinality o (id, at) join system_area a on a.id = o.id) to_area,
          lateral (select travel_city(to_area.code) as name) city
      ) named where place is distinct from from_city group by from_city, place, days
    ) told group by from_city, days))
$$;

create function keep_travel_route() returns trigger
  language plpgsql
as $$
begin
  new.route := travel_route(new.product_id, new.area_code, new.destination_areas, new.start_at, new.end_at);
  return new;
end $$;

create trigger keep_route before insert or update of product_id, area_code, destination_areas, start_at, end_at on travel_itinerary
  for each row execute function keep_travel_route();

alter table travel_itinerary disable trigger user;
update travel_itinerary set route = travel_route(product_id, area_code, destination_areas, start_at, end_at);
alter table travel_itinerary enable trigger user;

select set_search_words('travel_itinerary', $$team_no || chr(31) || compact_identifier(team_no) || chr(31) || coalesce(route, '') || chr(31) || coalesce(contract_nos, '') || chr(31) || coalesce(compact_identifier(contract_nos), '')$$);
