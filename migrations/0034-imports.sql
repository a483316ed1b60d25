-- What an import has brought from another product: which row here is which row there, and how both were then. A later import
-- brings only what has changed there, and keeps what has changed here.
create table import_items (
  org_id integer not null references organizations (id) on delete cascade,
  -- which instance of the other product
  origin text not null,
  kind varchar(30) not null,
  their_key text not null,
  -- null: a link between two rows, or a setting
  our_id integer,
  their_hash bytea not null,
  -- null: it was here before, and the import has not changed it
  our_hash bytea,
  brought_at timestamptz not null default now(),
  primary key (org_id, origin, kind, their_key)
);
