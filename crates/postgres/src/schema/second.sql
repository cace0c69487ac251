-- The tables of version 2: who may log in, and what the houses have signed. What they mean is said where they are used.

create table accounts (house bigint not null, handle text not null, hash text not null, primary key (house, handle));
create table sessions (key bytea primary key, house bigint not null, person bigint not null, handle text not null,
    role text not null, csrf text not null, bearer bigint not null, expires bigint not null, started bigint not null,
    restricted bigint not null);
create index sessions_of on sessions (house, person);
create index sessions_by_end on sessions (expires);
create table links (key bytea primary key, house bigint not null, handle text not null, purpose text not null,
    expires bigint not null);
create index links_of on links (house, handle, purpose);
create index links_by_end on links (expires);
create table places (house bigint not null, handle text not null, address text not null, at bigint not null,
    primary key (house, handle, address));
create table factors (house bigint not null, handle text not null, secret bytea not null, confirmed bigint not null,
    last_step bigint not null, primary key (house, handle));
create table recovery_codes (house bigint not null, handle text not null, key bytea not null,
    primary key (house, handle, key));
create table reader_keys (key bytea primary key, house bigint not null, at_table bigint not null,
    reader bigint not null, unique (house, at_table, reader));

-- The houses for trying out.
create table demo_houses (house bigint primary key);

-- A public key is stored once for all that it has signed.
create table signers (id bigint generated always as identity primary key, key text not null unique);
create table checkpoints (house bigint not null, number bigint not null, incarnation bigint not null,
    sequence bigint not null, at bigint not null, signer bigint not null references signers (id), note text not null,
    primary key (house, number));
create index checkpoints_by_sequence on checkpoints (house, incarnation, sequence);
