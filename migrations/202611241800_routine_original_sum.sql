-- The sum of an original that is kept beside the copy for everybody, taken when it came in. Of those from before nobody
-- knows what it was: null, and verifying says that they were only seen to be there.
alter table routine_attachment
  add column original_sha256 text,
  add constraint routine_attachment_original_sum check (original_sha256 is null or original is not null);
