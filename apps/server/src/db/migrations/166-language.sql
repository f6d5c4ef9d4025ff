-- The languages stand in the program's own table; the database keeps whatever is a tag.
alter table users drop constraint users_language_check, add check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
