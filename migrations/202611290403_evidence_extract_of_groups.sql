-- The evidence of a record could be exported by whoever could export the list of roots; it has a node of its own since. Groups
-- that hold the other are given it, unless somebody has chosen their rights since it exists.
with late as (
  select x.id, x.createtime, e.id as beside
  from auth_menu x join auth_menu e on e.name = 'evidence/root/export' where x.name = 'evidence/root/extract'
), given as (
  select g.id, g.rules as before, g.rules || l.id as after
  from auth_group g join late l on l.beside = any(g.rules) and l.id <> all(g.rules)
  where g.rules is not null and not exists (
    select from history h where h.resource = 'auth/group' and h.row_id = g.id and h.actor_type <> 'system' and h.changes ? 'rules'
      and h.createtime > l.createtime)
), changed as (
  update auth_group g set rules = n.after, version = g.version + 1, updatetime = now() from given n
  where n.id = g.id returning g.id
)
insert into history (resource, row_id, action, actor_type, actor_name, changes)
select 'auth/group', n.id, 'edit', 'system', '系统', jsonb_build_object('rules', jsonb_build_array(to_jsonb(n.before), to_jsonb(n.after)))
from given n join changed c on c.id = n.id;
