-- The tables of version 4.

-- The work that was begun on the houses of this database and is not finished, such as a migration: nobody serves them meanwhile.
alter table cluster add column unfinished text not null default '';
