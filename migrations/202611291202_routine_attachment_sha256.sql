-- Files by their content: phones ask which pictures have arrived, and the evidence chain which file has a hash.
create index routine_attachment_sha256 on routine_attachment (sha256);
