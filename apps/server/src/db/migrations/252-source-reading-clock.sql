-- The moment a source began to be read is told by the product's clock, as every other.
alter table source_reading alter column began_at set default product_now();
