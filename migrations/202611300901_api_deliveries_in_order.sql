-- Deliveries about one row are sent in the order of the events, whichever was queued first.
create index api_delivery_in_order on api_delivery (webhook_id, subject_resource, subject_id, event_id) where status = 'pending';
drop index api_delivery_waiting;
