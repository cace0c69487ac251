-- The tables of version 6: entries are stored in chunks. A row for each entry cost as much as everything else that a command changes.

-- Nobody writes meanwhile. The entries that are there are put into chunks by the program (`convert`), which then removes their table.
lock table entries in exclusive mode;

-- Consecutive entries of a house, from `first` to `last`; what the bytes mean is said in `chunk`. A chunk lies in one span of sequences (`marks`),
-- so that those of a span are found by their first entries. That chunks have no gaps and do not overlap
-- is checked when a group is stored.
create table chunks (house smallint not null, first bigint not null, last bigint not null, body bytea not null,
    primary key (house, first), check (first > 0 and last >= first and first / 1024 = last / 1024))
    with (toast_tuple_target = 8160);
-- Entries are dense already. What fits on a page lies there: parts beside the table would cost twice as much.
alter table chunks alter column body set storage external;

-- Those that store rows of entries.
drop function store_group(smallint[], bigint[], bytea[], smallint[], bigint[], bigint[], bigint[], bigint[], smallint[], bigint[],
    bigint[], bytea[], smallint[], bigint[], integer[], bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], bigint[],
    bigint[], bigint[], uuid[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[]);

-- Stores a group: everything or nothing. It is one statement and therefore one transaction, whose commit travels with it.
-- An error names the rule by its SQLSTATE and the offending element of that rule's arrays by its detail:
-- CR001 a journal, CR002 a house, CR004 an account, CR005 a lease, CR006 the head before a batch: sequences alone do not
-- show that the journal was continued differently.
--
-- Rows that are there are changed in one step, and only counted. The rows that this transaction has written are known by
-- their xmin, where some were not there or not as expected.
create function store_group(
    before_houses smallint[], before_sequences bigint[], before_hashes bytea[],
    lease_houses smallint[], lease_fences bigint[],
    stream_ids bigint[], stream_expected bigint[], stream_last bigint[],
    head_houses smallint[], head_expected bigint[], head_last bigint[], head_hashes bytea[],
    chunk_houses smallint[], chunk_first bigint[], chunk_last bigint[], chunk_bodies bytea[],
    mark_streams bigint[], mark_versions bigint[], mark_spans bigint[],
    balance_accounts bigint[], balance_by bigint[], balance_least bigint[],
    key_keys uuid[], key_digests bigint[], key_streams bigint[], key_first bigint[], key_last bigint[],
    key_sequences bigint[], key_at bigint[]
) returns void language plpgsql as $$
declare
    offending bigint;
    written bigint;
    ended bigint;
begin
    -- The row stays locked until the commit: nobody can take the house from an owner who is writing, and whoever wrote
    -- with an old fence finds no row. Each statement below sees what was committed before the lock was granted.
    for place in 1 .. cardinality(lease_houses) loop
        perform 1 from leases where house = lease_houses[place] and fence = lease_fences[place] for no key update;
        if not found then
            raise exception using errcode = 'CR005', message = 'another owner', detail = place::text;
        end if;
    end loop;

    update streams s set ver = u.last
        from (select unnest(stream_ids) as id, unnest(stream_expected) as expected, unnest(stream_last) as last) u
        where s.id = u.id and s.ver = u.expected;
    get diagnostics written = row_count;
    if written < cardinality(stream_ids) then
        -- The others are new journals, or at another version.
        insert into streams (id, ver)
            select u.id, u.last from unnest(stream_ids, stream_expected, stream_last) as u (id, expected, last)
            where u.expected = 0 on conflict do nothing;
        select u.place into offending from unnest(stream_ids) with ordinality as u (id, place)
            where not exists (select 1 from streams s where s.id = u.id and s.xmin = pg_current_xact_id()::xid) limit 1;
        if found then
            raise exception using errcode = 'CR001', message = 'another version', detail = offending::text;
        end if;
    end if;

    for place in 1 .. cardinality(before_houses) loop
        perform 1 from heads where house = before_houses[place] and sequence = before_sequences[place]
            and hash = before_hashes[place];
        if not found then
            raise exception using errcode = 'CR006', message = 'another entry before it', detail = place::text;
        end if;
    end loop;

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
        -- The primary key does not show that an entry is there already, or that the last ones are gone.
        select last into ended from chunks where house = head_houses[place] order by first desc limit 1;
        if coalesce(ended, 0) <> head_expected[place] then
            raise exception using errcode = 'CR002', message = 'other entries than its head says', detail = place::text;
        end if;
    end loop;

    insert into chunks (house, first, last, body)
        select unnest(chunk_houses), unnest(chunk_first), unnest(chunk_last), unnest(chunk_bodies);
    if cardinality(mark_streams) > 0 then
        insert into marks (stream, ver, span) select unnest(mark_streams), unnest(mark_versions), unnest(mark_spans);
    end if;

    update balances b set minor = b.minor + u.by
        from (select unnest(balance_accounts) as account, unnest(balance_by) as by, unnest(balance_least) as least) u
        where b.account = u.account and (u.least is null or b.minor + u.least >= 0);
    get diagnostics written = row_count;
    if written < cardinality(balance_accounts) then
        -- The others are new accounts, whose balance is 0, or have not enough.
        insert into balances (account, minor)
            select u.account, u.by from unnest(balance_accounts, balance_by, balance_least) as u (account, by, least)
            where (u.least is null or u.least >= 0)
                and not exists (select 1 from balances b where b.account = u.account)
            on conflict do nothing;
        select u.place into offending from unnest(balance_accounts) with ordinality as u (account, place)
            where not exists (select 1 from balances b
                where b.account = u.account and b.xmin = pg_current_xact_id()::xid) limit 1;
        if found then
            raise exception using errcode = 'CR004', message = 'overdrawn', detail = offending::text;
        end if;
    end if;

    -- A key that was used before violates the primary key.
    insert into keys (key, digest, stream, first, last, sequence, at)
        select unnest(key_keys), unnest(key_digests), unnest(key_streams), unnest(key_first), unnest(key_last),
            unnest(key_sequences), unnest(key_at);
end $$;
