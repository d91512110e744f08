-- What a line of the operation log and a recycled row are about: by name, and by key as long as the row is there. The
-- log keeps it as it is written; of a recycled row it changes when the row is put back.
alter table auth_admin_log add column subject jsonb;

-- Building JSON of texts and whole numbers depends on nothing else; PostgreSQL says so of no function that builds JSON.
create function subject_of(resource text, id bigint, title text) returns jsonb language sql immutable parallel safe as
  $$ select case when resource is not null then jsonb_build_object('resource', resource, 'id', id, 'title', title) end $$;

alter table security_data_recycle_log
  add column subject jsonb generated always as (subject_of(resource, case when not is_restore then null else row_id end, title)) stored;
