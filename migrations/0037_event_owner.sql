-- The member whose row a fact is about, where it is theirs to hear of: live streams of members tell nothing else.
alter table event add column owner_id bigint;
