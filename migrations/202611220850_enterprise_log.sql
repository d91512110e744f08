-- The operation log has what members do for what they hold: who, and by which row they hold it. The log of an enterprise is a
-- part of it, read as rows that belong to the enterprise.
alter table auth_admin_log alter column admin_id set default 0, add column user_id bigint, add column holder text, add column holder_id bigint;
create index auth_admin_log_holder on auth_admin_log (holder, holder_id, id desc) where holder is not null;

create view enterprise_log as
  select id, holder, holder_id as enterprise_id, user_id, username, title, subject, url, ip, useragent, search_text, version, createtime, updatetime
  from auth_admin_log where holder = 'enterprise/enterprise';
alter view enterprise_log alter column holder set default 'enterprise/enterprise';
