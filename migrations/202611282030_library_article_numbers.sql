-- An amendment that inserts an article renumbers those behind it in one write, in which for a moment two have one
-- number. That a version has each number once is checked over the whole law.
drop index library_article_number_law_id_inserted;
create index library_article_number on library_article (number, law_id);
