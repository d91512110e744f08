-- Uploaded files are a resource like any other: seen, renamed and removed by whoever may.
alter table attachment rename to routine_attachment;
alter table routine_attachment rename constraint attachment_url_key to routine_attachment_url;
drop index attachment_name;
alter index attachment_content rename to routine_attachment_content;
alter index attachment_recent rename to routine_attachment_recent;
alter index attachment_area rename to routine_attachment_area;
alter table routine_attachment
  -- What people look for: `image`, `document`, `video`, … by the type the bytes proved.
  add column kind text not null default 'other',
  -- What was handed in, where what everybody may open is a copy that tells less.
  add column original text unique,
  add column search_text text generated always as (lower(name)) stored;
update routine_attachment set kind = case
  when mimetype like 'image/%' then 'image' when mimetype like 'video/%' then 'video' when mimetype like 'audio/%' then 'audio'
  when mimetype ~ '(spreadsheet|ms-excel|csv)' then 'sheet'
  when mimetype ~ '(zip|rar|7z|tar|compressed)' and mimetype !~ 'officedocument' then 'archive'
  when mimetype ~ '(^text/|pdf|msword|officedocument|ms-powerpoint|rtf)' then 'document' else 'other' end;
create index routine_attachment_search on routine_attachment using gin (bigrams(search_text)) with (fastupdate = off);
create index routine_attachment_admin on routine_attachment (admin_id, lastuploadtime desc, id desc);
create index routine_attachment_user on routine_attachment (user_id, lastuploadtime desc, id desc);

-- Rows refer to public files too, and nothing a row refers to, or once did, is removed. Addresses of before that no
-- file is known for stay as they are.
insert into attachment_reference (url, resource, row_id, field)
select url, resource, row_id, field from (
  select photo_front, 'enterprise/enterprise', id, 'photo_front' from enterprise
  union all select business_license, 'enterprise/enterprise', id, 'business_license' from enterprise
  union all select avatar, 'auth/admin', id, 'avatar' from auth_admin
  union all select avatar, 'member', id, 'avatar' from member
  union all select body, 'document/template', id, 'body' from document_template
) held (url, resource, row_id, field)
where exists (select from routine_attachment a where a.url = held.url)
on conflict do nothing;
alter table attachment_reference add constraint attachment_reference_url_fkey foreign key (url)
  references routine_attachment (url) not valid;
create index attachment_reference_row on attachment_reference (resource, row_id);
