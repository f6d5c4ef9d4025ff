-- The rest of an upload's gzipped original after its first part, which is in upload_file.gzipped. Originals from before
-- are whole there.
create table upload_chunk (
  upload_id bigint not null,
  field text not null,
  number integer not null,
  bytes bytea not null,
  primary key (upload_id, field, number),
  foreign key (upload_id, field) references upload_file on delete cascade
);
