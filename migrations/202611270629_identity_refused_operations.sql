-- The operation log tells what was refused and what failed as well (网络安全法第二十一条，GB/T 22239 安全审计): with which outcome and
-- which words. What one caller tries again within a minute, and is refused for the same reason, is one line that counts.
alter table auth_admin_log
  add column outcome text not null default 'done',
  add column answer text,
  add column times integer not null default 1,
  add column last_at timestamptz,
  add column refusal_key text;
create index auth_admin_log_outcome on auth_admin_log (outcome, id desc) where outcome <> 'done';
create index auth_admin_log_refusal on auth_admin_log (refusal_key, createtime) where refusal_key is not null;

-- Still only added to: what a line says stays, but for how often it was refused, which only grows.
create or replace function keep_log() returns trigger language plpgsql as $$
declare
  counted constant text[] := '{times,last_at,record_key,search_text}';
begin
  if tg_op = 'DELETE' and old.createtime < now() - interval '6 months' then return old; end if;
  if tg_op = 'UPDATE' and old.refusal_key is not null and new.times > old.times
    and to_jsonb(new) - counted = to_jsonb(old) - counted then return new; end if;
  raise exception 'the operation log is only added to' using errcode = 'insufficient_privilege';
end
$$;
