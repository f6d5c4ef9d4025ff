create unique index doubt_open on doubt (exchange, stock_code, date, kind) where ended_at is null;
