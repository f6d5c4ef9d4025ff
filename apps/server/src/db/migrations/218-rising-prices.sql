-- The colour of rising prices that the person chose; null: never chosen.
alter table users add column rising_prices text check (rising_prices in ('market', 'green', 'red'));
