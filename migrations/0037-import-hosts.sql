-- Host names under which another product was used before it was imported. Links on such a host name things by their ids
-- there, which may be ids of other things here.
create table import_hosts (
  org_id integer not null references organizations (id) on delete cascade,
  host text not null,
  -- as in import_items
  origin text not null,
  primary key (org_id, host)
);
