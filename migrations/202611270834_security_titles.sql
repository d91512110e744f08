-- What a rule calls the fields it watches, where otherwise than they are declared, and what a change of one was called then.
alter table security_sensitive_data add column titles jsonb;
alter table security_sensitive_data_log add column data_comment text;
