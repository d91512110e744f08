-- A person works for an enterprise once: the same ID number under the same enterprise is the same row. What sheets
-- imported twice have left is put into the recycle bin, the row changed last stays.
with ranked as (
  select s.*, row_number() over (
    partition by enterprise_id, id_no->>'hash' order by updatetime desc, id) as place
  from enterprise_staff s
), doubled as (
  delete from enterprise_staff s using ranked r where r.id = s.id and r.place > 1 returning s.*
)
insert into security_data_recycle_log (resource, row_id, title, data, actor_type, actor_name, area_code)
select 'enterprise/staff', d.id, d.name, to_jsonb(d), 'system', '系统', d.area_code from doubled d;

-- Leads with the number, so that it serves the exact search as the index before it did.
create unique index enterprise_staff_id_no_enterprise_id on enterprise_staff ((id_no->>'hash'), enterprise_id);
drop index enterprise_staff_id_no;
