-- Balances of days past the time they are kept are found without reading all.
create index reading_balance_day on reading_balance (day);
