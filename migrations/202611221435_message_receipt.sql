-- What arrived, when, and what it cost; what may be sent again still has what is filled in.
alter table message_sms
  add column delivered_at timestamptz,
  add column cost numeric,
  add column again boolean generated always as (status = 'failed' and letter is not null) stored;
alter table message_email
  add column delivered_at timestamptz,
  add column again boolean generated always as (status = 'failed' and letter is not null) stored;
create index message_sms_provider on message_sms (provider_id) where provider_id is not null;
