-- When a provider is asked again what became of a text message, where it is not told by itself: less and less often.
create table message_sms_asked (
  sms_id bigint primary key references message_sms on delete cascade,
  times smallint not null default 1,
  next_at timestamptz not null
);
create index message_sms_asked_next on message_sms_asked (next_at);
-- of what was sent in the last days, which is looked through every few minutes
create index message_sms_sent on message_sms (sent_at) where status = 'sent';
