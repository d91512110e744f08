-- The record a document is about, by the name it had then: what a list shows and leads to.
alter table document add column about_title text;
alter table document add column about jsonb generated always as (
  case when about_id is not null then subject_of(about_resource, about_id, about_title) end) stored;
