-- The browser's User-Agent header at sign-in.
alter table session add column user_agent text not null default '' check (length(user_agent) <= 300);
