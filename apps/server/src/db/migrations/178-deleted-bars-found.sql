-- Finds the bars of a deletion by its time without scanning all replaced bars. Replaced bars are not in it, as their
-- rows name an upload.
create index bar_history_of_deletion on bar_history (exchange, until, stock_code, date) where upload_id is null;
