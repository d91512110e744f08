-- Who turned a registration down does not submit it again; what an applicant says to marks they did not follow.
alter table enterprise add column returned_by bigint, add column explanations jsonb;
