-- Whether somebody wants no bell for a sort of message is asked once for all messages of a statement, and not for each: of a
-- thousand it took longer than any index of the table. Sorts that nobody can mute are not asked about.
create function mute_notices() returns trigger language plpgsql as $$
begin
  if exists (select from added where kind = 'system' or template_code = 'comment_mentioned') then
    update message_notice n set read_at = now()
    from added a, message_channel c
    where n.id = a.id and (a.kind = 'system' or a.template_code = 'comment_mentioned')
      and c.muted <> '{}' and (c.admin_id = a.admin_id or c.user_id = a.user_id)
      and case when a.template_code = 'comment_mentioned' then 'mention' else a.kind end = any(c.muted);
  end if;
  return null;
end $$;
drop trigger mute_notice on message_notice;
drop function mute_notice();
create trigger mute_notices after insert on message_notice referencing new table as added
  for each statement execute function mute_notices();

-- The messages about a row are found by one index, whether they were read or not: they are few.
drop index message_notice_about;
