-- Where a fact or a copy is seen by area, if that is more than where its row lies: a tour is seen where its agency lies,
-- where it departs, passes and goes. Null: in area_code alone.
alter table event add column areas text[];
alter table security_data_recycle_log add column areas text[];
alter table security_sensitive_data_log add column areas text[];
