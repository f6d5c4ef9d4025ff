-- The colour of rising prices that the user chose; null if never chosen.
alter table users add column rising_prices text check (rising_prices in ('market', 'green', 'red'));
