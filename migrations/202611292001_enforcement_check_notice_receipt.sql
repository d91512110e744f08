-- The receipt of a notice that was served on paper, because nobody of the enterprise can receive it here.
alter table enforcement_check add column notice_receipt text;
