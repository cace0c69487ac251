-- The tables of version 1, and what writes a group of batches.
--
-- Numbers of journals, accounts and keys are those of the SQLite store. Rows that every group changes have free space on
-- their pages, so that a new version of a row stays on its page and no index changes.

create table entries (house smallint not null, sequence bigint not null, journal integer not null, ver bigint not null,
    hash bytea not null, body bytea not null, primary key (house, sequence));
-- Where the entries of a journal lie: in each span of sequences in which it has some, the first version that a writer
-- wrote there. An index of all entries by journal and version would cost a fifth of the writes.
create table marks (stream bigint not null, ver bigint not null, span bigint not null, primary key (stream, ver));
create table heads (house smallint primary key, sequence bigint not null, hash bytea not null) with (fillfactor = 50);
create table streams (id bigint primary key, ver bigint not null) with (fillfactor = 50);
create table balances (account bigint primary key, minor bigint not null) with (fillfactor = 50);
create table keys (key uuid primary key, digest bigint not null, stream bigint not null, first bigint not null,
    last bigint not null, sequence bigint not null, at bigint not null);
create table snapshots (house smallint not null, sequence bigint not null, body bytea not null,
    primary key (house, sequence));
-- Snapshots are dense already.
alter table snapshots alter column body set storage external;
-- Who owns a house. `owner` is a name for people, `address` where it says that it is reached, `incarnation` one run of one
-- store; all are null when nobody does. `backend` and `began` are the connection that the owner writes through.
create table leases (house smallint primary key, owner text, address text, incarnation text, fence bigint not null,
    renewals bigint not null, backend integer, began bigint) with (fillfactor = 50);

-- Stores a group: everything or nothing. It is one statement and therefore one transaction, whose commit travels with it.
-- An error names the rule by its SQLSTATE and the offending element of that rule's arrays by its detail:
-- CR001 a journal, CR002 a house, CR004 an account, CR005 a lease.
create function store_group(
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
declare
    offending bigint;
    written bigint[];
    added bigint[];
begin
    -- The row stays locked until the commit: nobody can take the house from an owner who is writing, and whoever wrote
    -- with an old fence finds no row. Each statement below sees what was committed before the lock was granted.
    for place in 1 .. cardinality(lease_houses) loop
        perform 1 from leases where house = lease_houses[place] and fence = lease_fences[place] for no key update;
        if not found then
            raise exception using errcode = 'CR005', message = 'another owner', detail = place::text;
        end if;
    end loop;

    with moved as (
        update streams s set ver = u.last
            from unnest(stream_ids, stream_expected, stream_last) as u (id, expected, last)
            where s.id = u.id and s.ver = u.expected returning s.id)
        select array_agg(id) into written from moved;
    if cardinality(written) is distinct from cardinality(stream_ids) then
        -- The others are new journals, or at another version.
        with begun as (
            insert into streams (id, ver)
                select u.id, u.last from unnest(stream_ids, stream_expected, stream_last) as u (id, expected, last)
                where u.expected = 0 on conflict do nothing returning id)
            select array_agg(id) into added from begun;
        select u.place into offending from unnest(stream_ids) with ordinality as u (id, place)
            where u.id <> all (coalesce(written || added, '{}')) limit 1;
        if found then
            raise exception using errcode = 'CR001', message = 'another version', detail = offending::text;
        end if;
    end if;

    for place in 1 .. cardinality(head_houses) loop
        if head_expected[place] = 0 then
            insert into heads (house, sequence, hash)
                values (head_houses[place], head_last[place], head_hashes[place]) on conflict do nothing;
        else
            update heads set sequence = head_last[place], hash = head_hashes[place]
                where house = head_houses[place] and sequence = head_expected[place];
        end if;
        if not found then
            raise exception using errcode = 'CR002', message = 'another sequence', detail = place::text;
        end if;
    end loop;

    insert into entries (house, sequence, journal, ver, hash, body)
        select unnest(entry_houses), unnest(entry_sequences), unnest(entry_journals), unnest(entry_versions),
            unnest(entry_hashes), unnest(entry_bodies);
    insert into marks (stream, ver, span) select unnest(mark_streams), unnest(mark_versions), unnest(mark_spans);

    with changed as (
        update balances b set minor = b.minor + u.by
            from unnest(balance_accounts, balance_by, balance_least) as u (account, by, least)
            where b.account = u.account and (u.least is null or b.minor + u.least >= 0) returning b.account)
        select array_agg(account) into written from changed;
    if coalesce(cardinality(written), 0) < cardinality(balance_accounts) then
        -- The others are new accounts, whose balance is 0, or have not enough.
        with opened as (
            insert into balances (account, minor)
                select u.account, u.by from unnest(balance_accounts, balance_by, balance_least) as u (account, by, least)
                where (u.least is null or u.least >= 0) and u.account <> all (coalesce(written, '{}'))
                on conflict do nothing returning account)
            select array_agg(account) into added from opened;
        select u.place into offending from unnest(balance_accounts) with ordinality as u (account, place)
            where u.account <> all (coalesce(written || added, '{}')) limit 1;
        if found then
            raise exception using errcode = 'CR004', message = 'overdrawn', detail = offending::text;
        end if;
    end if;

    -- A key that was used before violates the primary key.
    insert into keys (key, digest, stream, first, last, sequence, at)
        select unnest(key_keys), unnest(key_digests), unnest(key_streams), unnest(key_first), unnest(key_last),
            unnest(key_sequences), unnest(key_at);
end $$;

-- Stores a snapshot and removes the oldest ones; false if another owner has the house. It locks no lease, so that no group waits for it: a snapshot is a cache
-- and says itself which entry it belongs to.
create function store_snapshot(of_house smallint, with_fence bigint, at_sequence bigint, bytes bytea, stored integer)
returns boolean language plpgsql as $$
begin
    if not exists (select 1 from leases where house = of_house and fence = with_fence) then
        return false;
    end if;
    insert into snapshots (house, sequence, body) values (of_house, at_sequence, bytes)
        on conflict (house, sequence) do update set body = excluded.body;
    delete from snapshots where house = of_house and sequence <= (select sequence from snapshots
        where house = of_house order by sequence desc limit 1 offset stored);
    return true;
end $$;
