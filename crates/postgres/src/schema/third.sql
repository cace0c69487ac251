-- The tables of version 3: the nodes on this database, and what they agree on.

-- A node that serves houses. `run` is one run of it, the incarnation of its leases; `beats` grows while it lives.
create table members (run text primary key, node text not null, address text not null, version text not null,
    format integer not null, beats bigint not null, draining boolean not null, since timestamptz not null default now())
    with (fillfactor = 50);

-- The highest event format that may be written, and the check value of the house key that all nodes have: that of the first.
-- `moved` is where the houses were moved to, if they are not served here any more.
create table cluster (single boolean primary key default true check (single), format integer not null,
    key_check bigint, moved text not null default '');
insert into cluster (format) values (1);

-- Why nobody may write to a house: a node is `ahead` of the database, the journal has `forked`, or an entry is `damaged`; with
-- the sequence at which it is so, and the last one of the database for a node that is ahead.
alter table leases add column suspended text check (suspended in ('ahead', 'forked', 'damaged')),
    add column suspended_sequence bigint, add column suspended_found bigint;

-- Permits a newer event format, if every member reads it. Whoever announces itself locks the same row first, and each statement
-- sees what was committed before the lock was granted.
create function raise_format(wanted integer) returns void language plpgsql as $$
begin
    perform 1 from cluster for update;
    if not exists (select 1 from members where members.format < wanted) then
        update cluster set format = wanted where cluster.format < wanted;
    end if;
end $$;

-- Stores a group, as the function of the same name with fewer arguments does, if each of these entries is the one before a
-- batch of it: sequences alone do not show that the journal was continued differently. CR006 names the offending one.
create function store_group(
    before_houses smallint[], before_sequences bigint[], before_hashes bytea[],
    lease_houses smallint[], lease_fences bigint[],
    stream_ids bigint[], stream_expected bigint[], stream_last bigint[],
    head_houses smallint[], head_expected bigint[], head_last bigint[], head_hashes bytea[],
    entry_houses smallint[], entry_sequences bigint[], entry_journals integer[], entry_versions bigint[],
    entry_hashes bytea[], entry_bodies bytea[],
    mark_streams bigint[], mark_versions bigint[], mark_spans bigint[],
    balance_accounts bigint[], balance_by bigint[], balance_least bigint[],
    key_keys uuid[], key_digests bigint[], key_streams bigint[], key_first bigint[], key_last bigint[],
    key_sequences bigint[], key_at bigint[]
) returns void language plpgsql as $$
begin
    perform store_group(lease_houses, lease_fences, stream_ids, stream_expected, stream_last, head_houses,
        head_expected, head_last, head_hashes, entry_houses, entry_sequences, entry_journals, entry_versions,
        entry_hashes, entry_bodies, mark_streams, mark_versions, mark_spans, balance_accounts, balance_by,
        balance_least, key_keys, key_digests, key_streams, key_first, key_last, key_sequences, key_at);
    for place in 1 .. cardinality(before_houses) loop
        perform 1 from entries where house = before_houses[place] and sequence = before_sequences[place]
            and hash = before_hashes[place];
        if not found then
            raise exception using errcode = 'CR006', message = 'another entry before it', detail = place::text;
        end if;
    end loop;
end $$;

-- What one node has done and all others must know soon: that sessions have ended, that a password was wrong, who is at
-- which table. Old ones are deleted by whoever comes by.
create table notices (number bigint generated always as identity primary key, run text not null, kind bigint not null,
    body bytea not null, at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint);
create index notices_at on notices (at);
