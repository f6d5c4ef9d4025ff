-- The supported languages are defined in the program; the database accepts any language tag.
alter table users drop constraint users_language_check, add check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
