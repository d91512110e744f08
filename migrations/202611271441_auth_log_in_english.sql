-- The operation log says what was done in English as well, for who reads that, and is found by the words of both. Lines of
-- before are named as the menu names what they did; of what the menu does not name only the Chinese is known.
alter table auth_admin_log add column title_en text;

drop trigger auth_admin_log_kept on auth_admin_log;
update auth_admin_log l set title_en = d.title_en
from (
  select distinct on (title) title, title_en from (
    select above.title || '-' || m.title as title, above.title_en || ': ' || m.title_en as title_en, m.id
    from auth_menu m join auth_menu above on above.id = m.pid
    where m.type = 'button' and above.title_en <> '' and m.title_en <> ''
    union all
    values ('登录', 'Sign-in', 0), ('登录失败', 'Sign-in failed', 0), ('二次验证失败', 'Second factor failed', 0),
      ('个人资料', 'Profile', 0), ('工作交接', 'Handover', 0), ('命令行-重置密码', 'Command line: reset password', 0),
      ('统一身份认证-关联', 'Identity provider: link', 0), ('统一身份认证-解除关联', 'Identity provider: unlink', 0),
      ('系统设置-修改', 'Settings: change', 0), ('文书-下载', 'Document: download', 0), ('结束会话', 'End a session', 0),
      ('更多未成功的操作（一分钟内种类过多，合并计数）', 'More unsuccessful operations (too many kinds within one minute, counted together)', 0)
  ) named order by title, id
) d
where l.title = d.title;
create trigger auth_admin_log_kept before update or delete on auth_admin_log for each row execute function keep_log();

drop view enterprise_log;
alter table auth_admin_log drop column search_text;
alter table auth_admin_log add column search_text text generated always as (lower(
  title || chr(31) || coalesce(title_en, '') || chr(31) || username || chr(31) || coalesce(subject ->> 'title', ''))) stored;
create view enterprise_log as
  select id, holder, holder_id as enterprise_id, user_id, username, title, title_en, subject, url, ip, useragent, search_text, version, createtime, updatetime
  from auth_admin_log where holder = 'enterprise/enterprise';
alter view enterprise_log alter column holder set default 'enterprise/enterprise';
