-- When a member last took another account name: it can be changed once in 180 days.
alter table member add column username_changed timestamptz;
