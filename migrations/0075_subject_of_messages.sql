-- What a message is about, by name and with a way to it.
alter table message_sms add column row_title text;
alter table message_sms add column subject jsonb generated always as (
  case when row_id is not null then subject_of(resource, row_id, row_title) end) stored;
