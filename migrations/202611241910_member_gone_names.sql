-- Who deleted their account before names with a hyphen were given to it has one that anybody could have registered, `gone_` and
-- the key in base 36, the addresses they came from, the roles they had and the card they guided with. They end as those
-- of accounts that are deleted now.
create temporary table gone on commit drop as
select m.id, 'gone-' || substring(m.username from 6) as username
from member m
where m.username ~ '^gone_[0-9a-z]+$' and m.status = 'disable' and m.password = '' and m.mobile is null and m.email is null
  and m.id = (select sum((strpos('0123456789abcdefghijklmnopqrstuvwxyz', d.digit) - 1) * 36::numeric ^ (length(m.username) - 5 - d.at))
    from regexp_split_to_table(substring(m.username from 6), '') with ordinality d (digit, at));

update member m set username = g.username, nickname = '已注销用户 Deleted account', lastloginip = null, joinip = null
from gone g where m.id = g.id;

with released as (
  update crew_guide c set user_id = null, version = c.version + 1, updatetime = now() from gone g where c.user_id = g.id
  returning c.id, c.area_code
), gone_people as (
  update enterprise_person p set status = 'left', version = p.version + 1, updatetime = now()
  from gone g where p.user_id = g.id and p.status = 'active' returning p.id, p.enterprise_id
)
insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code, note, changes)
select 'crew/guide', id, 'unbind', null, null, null, 'system', '系统', area_code, '账号已注销', '{}'::jsonb from released
union all
select 'enterprise/person', p.id, 'move', 'leave', 'active', 'left', 'system', '系统', e.area_code, '账号已注销', '{}'::jsonb
from gone_people p join enterprise e on e.id = p.enterprise_id;
