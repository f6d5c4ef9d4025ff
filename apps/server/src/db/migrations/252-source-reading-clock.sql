-- Times of reading come from the product clock, like all others.
alter table source_reading alter column began_at set default product_now();
