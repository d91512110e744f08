-- The operation log is only ever added to: no statement changes a line, and one goes only when it is older than the six
-- months the law has it kept (网络安全法第二十一条). `record_key` and the words of quick search find it by record and person.
alter table auth_admin_log drop column search_text;
alter table auth_admin_log
  add column record_key text generated always as (subject ->> 'resource' || ':' || (subject ->> 'id')) stored,
  add column search_text text generated always as (lower(title || chr(31) || username || chr(31) || coalesce(subject ->> 'title', ''))) stored;
create index auth_admin_log_record on auth_admin_log (record_key, id desc) where record_key is not null;

create function keep_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.createtime < now() - interval '6 months' then return old; end if;
  raise exception 'the operation log is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger auth_admin_log_kept before update or delete on auth_admin_log for each row execute function keep_log();

create function keep_whole_log() returns trigger language plpgsql as $$
begin
  raise exception 'the operation log is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger auth_admin_log_whole before truncate on auth_admin_log for each statement execute function keep_whole_log();
