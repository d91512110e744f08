-- Papers and the duty of the wall were there before the groups this product ships were given them. A shipped group whose
-- rights nobody has chosen since is given them now, as a new one would be; what stands above them comes with it or is held.
with late as (
  select m.id, m.pid, m.name from auth_menu m where m.name ~ '^(document$|document/document($|/)|screen/duty($|/(index|export)$))'
), given as (
  select g.id, g.rules as before, g.rules || array(
    select l.id from late l where l.id <> all(g.rules)
      and (l.name ~ '^document' or exists (select from auth_menu s where s.name = 'screen' and s.id = any(g.rules)))
    order by l.id) as after
  from auth_group g
  where g.shipped is not null and g.rules is not null and not exists (
    select from history h where h.resource = 'auth/group' and h.row_id = g.id and h.actor_type <> 'system' and h.changes ? 'rules')
), changed as (
  update auth_group g set rules = n.after, version = g.version + 1, updatetime = now() from given n
  where n.id = g.id and n.after <> n.before returning g.id
)
insert into history (resource, row_id, action, actor_type, actor_name, changes)
select 'auth/group', n.id, 'edit', 'system', '系统', jsonb_build_object('rules', jsonb_build_array(to_jsonb(n.before), to_jsonb(n.after)))
from given n join changed c on c.id = n.id;
