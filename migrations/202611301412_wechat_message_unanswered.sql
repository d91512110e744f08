-- Every minute messages are looked for that are not answered yet: a few of those of 90 days.
create index wechat_message_unanswered on wechat_message (createtime) where outcome in ('pending', 'queued');
