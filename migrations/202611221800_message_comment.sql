-- What people say to one another about a record, of whatever resource: officers (`admin_id`) or members (`user_id`).
create table message_comment (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  row_title text,
  subject jsonb generated always as (subject_of(resource, row_id, row_title)) stored,
  content text not null,
  author text not null,
  admin_id bigint,
  user_id bigint,
  edited_at timestamptz,
  withdrawn_at timestamptz,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (num_nonnulls(admin_id, user_id) = 1)
);
create index message_comment_row on message_comment (resource, row_id, createtime desc, id desc);
create index message_comment_admin on message_comment (admin_id, id desc) where admin_id is not null;
create index message_comment_user on message_comment (user_id, id desc) where user_id is not null;

-- The story of a record tells what was sent about it, and who looked at what of it in plain.
create index message_sms_row on message_sms (resource, row_id) where row_id is not null;
create index message_email_row on message_email (resource, row_id) where row_id is not null;
create index message_notice_row on message_notice (resource, row_id) where row_id is not null;
create index reveal_log_row on reveal_log (resource, row_id);
