-- A one-time code is known to whoever received it. What was sent is on record without it; the code itself is kept as a
-- keyed hash, and those hashed without a key are void.
update message_sms set content = regexp_replace(content, '[0-9]{6}', '••••••') where template_code = 'code';
update message_code set used = true where not used;
create index message_code_createtime on message_code (createtime);
