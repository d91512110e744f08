-- How each person is told besides their inbox, and which messages went that way already.
create table message_channel (
  id bigint generated always as identity primary key,
  admin_id bigint unique references auth_admin on delete cascade,
  user_id bigint unique references member on delete cascade,
  email text[] not null default '{}',
  sms text[] not null default '{}',
  muted text[] not null default '{}',
  digest boolean not null default false,
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  -- the day of the last digest in Shanghai, whether or not there was anything to say
  digest_on date,
  locale text not null default 'zh-cn',
  -- what came before it was chosen is not sent on
  since timestamptz not null default now(),
  check (num_nonnulls(admin_id, user_id) = 1)
);
create index message_channel_digest on message_channel (digest_hour) where digest;

create table message_copied (
  notice_id bigint primary key references message_notice on delete cascade,
  createtime timestamptz not null default now()
);

-- Who wants no bell for a sort of message has read it as it comes: news and mentions alone (modules/message/contract/channel.ts).
create function mute_notice() returns trigger language plpgsql as $$
begin
  if exists (select from message_channel c where (c.admin_id = new.admin_id or c.user_id = new.user_id)
      and case when new.template_code = 'comment_mentioned' then 'mention' else new.kind end = any(c.muted)) then
    new.read_at := now();
  end if;
  return new;
end $$;
create trigger mute_notice before insert on message_notice
  for each row when (new.kind = 'system' or new.template_code = 'comment_mentioned') execute function mute_notice();
