-- Orders to suspend business, which count for the risk of an enterprise for three years.
create index history_suspensions on history (row_id, createtime) where resource = 'enterprise/enterprise' and move = 'suspend';
