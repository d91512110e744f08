-- Who begins and ends the response to an incident in a county holds a group for it. Installations that are older than that
-- group get it below the group of prefectures, with what that one holds.
with above as (
  select g.id, g.rules from auth_group g where g.shipped = 'city' or g.rules is null
  order by g.shipped = 'city' desc nulls last, g.id limit 1
), made as (
  insert into auth_group (pid, name, name_en, shipped, rules)
  select a.id, '安全事件指挥', 'Incident command', 'command', array(
    select m.id from auth_menu m where m.name ~ '^(workbench$|dashboard$|screen$|largedatascreen$|incident($|/))'
      and (a.rules is null or m.id = any(a.rules)) order by m.id)
  from above a
  where exists (select from auth_group g where g.shipped is not null)
    and not exists (select from auth_group g where g.shipped = 'command' or g.name = '安全事件指挥')
  returning id
)
insert into history (resource, row_id, action, actor_type, actor_name, changes)
select 'auth/group', m.id, 'add', 'system', '系统', '{}' from made m;

-- Groups of counties could do everything with incidents. They have what new ones have, unless somebody has chosen their
-- rights since.
with all_of_incidents as (
  select array_agg(m.id) as ids from auth_menu m where m.name ~ '^incident($|/)'
), commanding as (
  select array_agg(m.id) as ids from auth_menu m where m.name ~ '^incident/'
    and m.name !~ '^incident/((incident|instruction|riskNotice)($|/(index|export)$)|emergencyResource($|/))'
    and m.name !~ '^incident/(incident/(add|edit|supplement|update|verify|reportOnward)|instruction/(acknowledge|finish)|riskNotice/(add|edit|del))$'
), given as (
  select g.id, g.rules as before, array(
    select k from unnest(g.rules) with ordinality r (k, place) where k <> all(c.ids) order by place) as after
  from auth_group g, all_of_incidents o, commanding c
  where g.shipped = 'county' and g.rules @> o.ids and not exists (
    select from history h where h.resource = 'auth/group' and h.row_id = g.id and h.actor_type <> 'system' and h.changes ? 'rules')
), changed as (
  update auth_group g set rules = n.after, version = g.version + 1, updatetime = now() from given n
  where n.id = g.id and n.after <> n.before returning g.id
)
insert into history (resource, row_id, action, actor_type, actor_name, changes)
select 'auth/group', n.id, 'edit', 'system', '系统', jsonb_build_object('rules', jsonb_build_array(to_jsonb(n.before), to_jsonb(n.after)))
from given n join changed c on c.id = n.id;
