-- Messages that were read leave after a time (legal ones never).
create index message_notice_read on message_notice (read_at) where read_at is not null and kind <> 'legal';
