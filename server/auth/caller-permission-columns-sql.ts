import { sql } from '#server/db/sql.ts';

/** Rights and areas that the groups of an administrator `a` grant, as columns. */
export const adminPermissionColumns = sql.raw(`
    jurisdiction_of(a.area_code) as area_code, absorbed_by(jurisdiction_of(a.area_code)) as absorbed,
    exists (select 1 from auth_group g where g.id = any(a.group_arr) and g.status = '1' and g.rules is null) as super,
    coalesce((select array_agg(distinct lower(m.name) order by lower(m.name)) from auth_group g join auth_menu m on m.id = any(g.rules) and m.status where g.id = any(a.group_arr) and g.status = '1'), '{}') as nodes,
    coalesce((with recursive below as (select id from auth_department where id = a.department_id union select d.id from auth_department d join below b on d.pid = b.id) select array_agg(id) from below), '{}') as departments`);

/** Rules of the member centre that the group of a member `m` does not grant. Null: none. */
export const ungrantedMemberRulesColumn = sql.raw(`(select array_agg(lower(r.name)) from user_group g, user_rule r
      where g.id = m.group_id and not (g.status and (g.rules is null or (r.status and r.id = any(g.rules)))))`);
