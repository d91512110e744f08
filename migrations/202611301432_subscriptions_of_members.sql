-- Members follow views of their lists as officers do.
alter table auth_subscription add column user_id bigint references member on delete cascade;
alter table auth_sent_view add column user_id bigint references member on delete cascade;
create index auth_subscription_member on auth_subscription (user_id, id desc) where user_id is not null;
create index auth_sent_view_member on auth_sent_view (user_id, id desc) where user_id is not null;
