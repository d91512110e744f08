-- What was looked at is called by its name, as it was called then and masked where that is personal data itself; a search by
-- a whole value is about no single row.
alter table reveal_log drop column subject;
alter table reveal_log add column title text;
alter table reveal_log add column subject jsonb generated always as (subject_of(resource, nullif(row_id, 0), title)) stored;
