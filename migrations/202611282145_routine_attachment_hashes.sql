-- SM3 of stored files beside their SHA-256, for the evidence chain; null for files stored before. A device that sends a file in
-- pieces says its SHA-256 when it begins.
alter table routine_attachment add column sm3 text;
alter table resumable_upload add column sha256 text;
