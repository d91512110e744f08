-- Which of the groups this product ships a group is, whatever it is called now: new rules of theirs are granted to it.
alter table auth_group add column shipped text;
update auth_group set shipped = case name when '省级市场管理' then 'province' when '市级市场管理' then 'city' else 'county' end
where name in ('省级市场管理', '市级市场管理', '县级市场管理') and rules is not null;
-- Reports came before this rule did: a group nobody has edited since it was made has them, as a new one would.
update auth_group g set rules = g.rules || array(
  select m.id from auth_menu m where m.name in ('report', 'reports') and m.id <> all(g.rules) order by m.id)
where g.shipped is not null and g.version = 1 and exists (select from auth_menu m where m.name = 'reports');
