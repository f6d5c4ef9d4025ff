-- Where a quarter's figures come from, such as the SEC; null if staff gave none.
alter table fundamental add column source text check (length(source) <= 40);
