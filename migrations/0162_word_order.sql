-- Like every row that keeps an order of its own, a new word stands last by its key.
alter table system_word alter column weigh set default currval('system_word_id_seq')::integer;
drop sequence system_word_order;
update system_word set weigh = id where weigh < 0;
