-- A check gets its number with its approval, and a document with its issue, and with it all pairs of their words enter the
-- index again: common pairs, each of which is written into a list of a million rows. Entered by some ninety rows at once
-- they cost a third. The list of what waits is as short as it can be: searches read eight pages more, and one write in
-- ninety enters it.
alter index enforcement_check_search_bigrams set (fastupdate = on, gin_pending_list_limit = 64);
alter index document_search_bigrams set (fastupdate = on, gin_pending_list_limit = 64);
