-- Where a rate comes from, such as the ECB; null if staff gave none.
alter table exchange_rate add column source text check (length(source) <= 40);
