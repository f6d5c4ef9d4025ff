-- The day on which a quarter's figures became known; null if staff gave none.
alter table fundamental add column known_on date;
