-- What people are told inside the platform. A legal message to several people of one party is one service (`service`):
-- whoever signs for it signs for all of them. Of what says the same once (`once`) each person has one.
create table message_notice (
  id bigint generated always as identity primary key,
  admin_id bigint,
  user_id bigint,
  kind text not null,
  template_code text not null,
  label text not null,
  label_en text not null,
  content text not null,
  content_en text not null,
  resource text,
  row_id bigint,
  row_title text,
  subject jsonb generated always as (
    case when row_id is not null then subject_of(resource, row_id, row_title) end) stored,
  opens text,
  party text,
  service text,
  once text,
  read_at timestamptz,
  sign_until timestamptz,
  signed_at timestamptz,
  signed_by text,
  search_text text generated always as (
    lower(label || chr(31) || label_en || chr(31) || content || chr(31) || content_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (num_nonnulls(admin_id, user_id) = 1)
);
create index message_notice_user on message_notice (user_id, id desc) where user_id is not null;
create index message_notice_admin on message_notice (admin_id, id desc) where admin_id is not null;
create index message_notice_user_unread on message_notice (user_id, kind) where user_id is not null and (read_at is null or (kind = 'legal' and signed_at is null));
create index message_notice_admin_unread on message_notice (admin_id, kind) where admin_id is not null and (read_at is null or (kind = 'legal' and signed_at is null));
create index message_notice_about on message_notice (resource, row_id) where read_at is null;
create index message_notice_service on message_notice (service) where service is not null;
create index message_notice_search on message_notice using gin (bigrams(search_text)) with (fastupdate = off);
create unique index message_notice_once on message_notice (once, coalesce(user_id, 0), coalesce(admin_id, 0)) where once is not null;

-- Whoever is told hears of it at once.
create function tell_notice() returns trigger language plpgsql as $$
begin
  insert into event (name, resource, row_id, owner_id, admin_id, payload)
  select 'message/notice.added', 'message/notice', n.id, n.user_id, n.admin_id,
    jsonb_build_object('title', n.label, 'status', null, 'move', null, 'step', null)
  from added n order by n.id;
  return null;
end $$;
create trigger tell_notice after insert on message_notice referencing new table as added
  for each statement execute function tell_notice();
