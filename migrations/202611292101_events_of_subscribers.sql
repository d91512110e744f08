-- Events that wait for a subscriber (`later`), one row for each of the two; deleted by the transaction in which the subscriber acts.
-- A task of the queue for each event cost the write more than its row: four indexes, and a notification for which writers
-- queue behind each other at their commits.
create table subscriber_event (
  id bigint generated always as identity primary key,
  subscriber text not null,
  event json not null,
  caller json not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000);
