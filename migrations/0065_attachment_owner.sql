-- Every uploader has a row and an address of their own for a file: that somebody sent the same content before, who it
-- was and under which name, is nobody else's to learn.
drop index attachment_content;
create unique index attachment_content on attachment (sha1, topic, storage, private, admin_id, user_id) nulls not distinct;

-- Which rows refer, or once referred, to a private file: whoever may see one of them may open it. Written with the row.
-- Kept when the row takes another file: the timeline still shows the old one.
create table attachment_reference (
  url text not null,
  resource text not null,
  row_id bigint not null,
  field text not null,
  primary key (url, resource, row_id, field)
);
insert into attachment_reference (url, resource, row_id, field)
select url, resource, row_id, field from (
  select photo_front, 'enterprise/enterprise', id, 'photo_front' from enterprise
  union all select business_license, 'enterprise/enterprise', id, 'business_license' from enterprise
  union all select proof, 'enterprise/claim', id, 'proof' from enterprise_claim
  union all select file, 'enterprise/licence', id, 'file' from enterprise_licence
) held (url, resource, row_id, field)
where url like '/storage/private/%'
on conflict do nothing;

-- What members keep here: counted and decided with the row of each file in one statement.
create table upload_quota (
  -- `member <id>`, or the topic of an applicant who has no account yet.
  owner text primary key,
  files integer not null,
  bytes bigint not null
);
insert into upload_quota (owner, files, bytes)
select case when user_id = 0 then topic else 'member ' || user_id end, count(*), sum(size) from attachment
where user_id is not null group by 1;
