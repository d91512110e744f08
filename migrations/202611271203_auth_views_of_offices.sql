-- A view is shared within an office, and with those below it: it lies in the area of whoever shares it; without one it is
-- everybody's. Views that are there lie where they were made; what an office shared with all is for it and those below.
alter table auth_view add column area_code text;
update auth_view v set area_code = a.area_code, audience = case v.audience when 'all' then 'below' else v.audience end
  from history h join auth_admin a on a.id = h.actor_id
  where h.resource = 'auth/view' and h.row_id = v.id and h.action = 'add' and h.actor_type = 'admin' and a.area_code <> ''
    and not exists (select from auth_group g where g.id = any(a.group_arr) and g.rules is null);
create index auth_view_area on auth_view (area_code, id desc);
alter table auth_view alter column audience set default 'office';

-- The groups of counties that this product ships share views as well, unless somebody has chosen their rights since.
with late as (
  select m.id from auth_menu m where m.name ~ '^auth($|/view($|/))'
), given as (
  select g.id, g.rules as before, g.rules || array(select l.id from late l where l.id <> all(g.rules) order by l.id) as after
  from auth_group g
  where g.shipped = 'county' and g.rules is not null and not exists (
    select from history h where h.resource = 'auth/group' and h.row_id = g.id and h.actor_type <> 'system' and h.changes ? 'rules')
), changed as (
  update auth_group g set rules = n.after, version = g.version + 1, updatetime = now() from given n
  where n.id = g.id and n.after <> n.before returning g.id
)
insert into history (resource, row_id, action, actor_type, actor_name, changes)
select 'auth/group', n.id, 'edit', 'system', '系统', jsonb_build_object('rules', jsonb_build_array(to_jsonb(n.before), to_jsonb(n.after)))
from given n join changed c on c.id = n.id;
