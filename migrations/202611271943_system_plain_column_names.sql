-- Tables and columns of our own are called by the terms of the field. What clients read as JSON keeps its name.
alter table measure_kept rename to materialised_measure;
alter index measure_kept_pkey rename to materialised_measure_pkey;

alter table message_ending_told rename to message_expiry_notice;
alter index message_ending_told_pkey rename to message_expiry_notice_pkey;
alter index message_ending_told_day rename to message_expiry_notice_day;

alter table message_sms_asked rename to message_sms_receipt_query;
alter index message_sms_asked_pkey rename to message_sms_receipt_query_pkey;
alter index message_sms_asked_next rename to message_sms_receipt_query_next;
alter table message_sms_receipt_query rename constraint message_sms_asked_sms_id_fkey to message_sms_receipt_query_sms_id_fkey;

alter table call_budget rename column taken to used;
alter table travel_look rename column kept to stored;
alter table schedule_run rename column asked_by to requested_by;
alter table security_sensitive_data_log rename column kept to stored;
alter table auth_admin rename column device_told to device_notified;
alter table member rename column device_told to device_notified;
alter table auth_sign_in rename column keep to persistent;
alter table auth_oidc_flow rename column keep to persistent;

-- accounts in the recycle log come back with all their columns
update security_data_recycle_log set data = (data - 'device_told') || jsonb_build_object('device_notified', data -> 'device_told')
where data ? 'device_told';

alter function known_pairs(jsonb, text[]) rename to visible_pairs;
alter function tell_notice() rename to publish_notice;
alter trigger tell_notice on message_notice rename to publish_notice;

update system_setting set name = 'sms.receipts_queried' where name = 'sms.receipts_asked';
