-- States and balances are updated by every reading: with room on their pages and no index on what changes, in place.
drop index reading_state_at;
alter table reading_state set (fillfactor = 50);
alter table reading_balance set (fillfactor = 50);
