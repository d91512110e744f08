-- Counted once for all officers: asked officer by officer, a draw or a cycle read every check that each of three hundred
-- officers ever made, several times over, which took longer than a statement may.
create or replace view library_eligible_officer as
  select t.id, t.admin_id, t.area_code, regexp_replace(t.area_code, '(00)+$', '') as area, t.domains, t.cert_valid_to,
    coalesce((select array_agg(distinct r.enterprise_id) from library_recusal r
      where r.officer_id = t.id and r.enterprise_id is not null and r.status in ('declared', 'confirmed')
        and r.from_on <= d.today and (r.until_on is null or r.until_on >= d.today)), '{}') as recused,
    t.capacity - coalesce(w.checks, 0) as capacity
  from library_officer t
    join auth_admin a on a.id = t.admin_id and a.status = '1'
    cross join (select (now() at time zone 'Asia/Shanghai')::date as today) d
    left join (
      select o.officer_id, count(*)::integer as checks from enforcement_check c join enforcement_check_officer o on o.check_id = c.id
      where c.status in ('approved', 'notified', 'dispatched', 'accepted', 'on_site', 'recording', 'returned') group by o.officer_id
    ) w on w.officer_id = t.id
  where t.status in ('verified', 'changing') and t.on_duty and t.cert_valid_to >= d.today and t.capacity > coalesce(w.checks, 0);
