-- The user's chosen start page, as its path; empty: the list of the market seen last; null: never chosen.
alter table users add column start_page text check (length(start_page) <= 40);
