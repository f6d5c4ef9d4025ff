-- What a deletion kept is found by its moment, without a look at every bar that was ever replaced. Loads leave it alone:
-- their rows name an upload.
create index bar_history_of_deletion on bar_history (exchange, until, stock_code, date) where upload_id is null;
