-- For how long a business is suspended, and the paper that says so; empty again once it resumes.
alter table enterprise add column suspended_from date, add column suspended_until date, add column suspension_paper text;
