-- Everyone searches only their own messages, which the index of their recipient finds; the words of a message are compared
-- one by one. An index of all bigrams of both languages took ten times as long to write as the message itself, and every
-- move that tells somebody of it waited for that.
drop index message_notice_search;
