-- Words of quick search for the tables that lacked them. The operation log has no index of its own for them: it is
-- written with every write, and its titles are few and repeat, so that a walk from the newest row finds them soon.
alter table auth_admin_log add column search_text text generated always as (lower(title)) stored;
alter table security_data_recycle_log add column search_text text generated always as (lower(title)) stored;
create index security_data_recycle_log_search on security_data_recycle_log using gin (bigrams(search_text));
create index message_sms_search on message_sms using gin (bigrams(search_text));
