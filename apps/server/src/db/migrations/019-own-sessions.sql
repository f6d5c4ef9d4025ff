-- What the browser said that it is when it signed in.
alter table session add column user_agent text not null default '' check (length(user_agent) <= 300);
