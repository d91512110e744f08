-- What the enterprise said when it handed in last is shown next to its pictures.
alter table reform_order add column statement text;
