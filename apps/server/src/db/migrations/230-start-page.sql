-- The page that the person chose to begin at, as its address here; empty: the list of the market seen last; null: never chosen.
alter table users add column start_page text check (length(start_page) <= 40);
