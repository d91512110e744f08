-- In which transaction a line of the history, or a message, was written: what one act did stands in one entry of a record's
-- timeline. Lines of before have none, and are told together by moment and person.
alter table history add column tx xid8;
alter table history alter column tx set default pg_current_xact_id();
alter table message_sms add column tx xid8;
alter table message_sms alter column tx set default pg_current_xact_id();
alter table message_email add column tx xid8;
alter table message_email alter column tx set default pg_current_xact_id();
alter table message_notice add column tx xid8;
alter table message_notice alter column tx set default pg_current_xact_id();
