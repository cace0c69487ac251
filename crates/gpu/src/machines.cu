// The steps of the machines of states in `croupier_sim::machine`, word for word: the same source is compiled for graphics
// cards by NVRTC, and by a C++ compiler in the tests, with `machines_host.h` for what only CUDA has.
//
// A block of 256 threads plays one block of the second edition, a thread a table. What is fixed for a machine comes as
// macros: the sizes of its tables and how draws are made.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define TABLES 256
#define CHANCE 0u
#define DECISIONS 1u

// What a launch plays: the seed, the first block, the number of blocks, the rounds of each, and those of the last, which may
// have fewer.
struct Launch {
    u32 key0, key1;
    u32 block_low, block_high;
    u32 blocks;
    u32 rounds, last_rounds;
};
#define LAUNCH u32 key0, u32 key1, u32 block_low, u32 block_high, u32 blocks, u32 rounds, u32 last_rounds
#define LAUNCHED {key0, key1, block_low, block_high, blocks, rounds, last_rounds}

// ---- the random stream: Philox4x32-10

struct Words {
    u32 at[4];
};

DEVICE Words philox(u32 call, u32 of, u32 low, u32 high, u32 key0, u32 key1) {
    Words words = {{call, of, low, high}};
    UNROLL
    for (int round = 0; round < 10; round++) {
        u64 first = (u64)0xD2511F53u * words.at[0];
        u64 second = (u64)0xCD9E8D57u * words.at[2];
        u32 b = words.at[1], d = words.at[3];
        words.at[0] = (u32)(second >> 32) ^ b ^ key0;
        words.at[1] = (u32)second;
        words.at[2] = (u32)(first >> 32) ^ d ^ key1;
        words.at[3] = (u32)first;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return words;
}

// The stream of a table.
struct Stream {
    u32 of, low, high, key0, key1;
};

DEVICE Stream stream_of(const Launch &launch, u32 block, u32 table, u32 purpose) {
    u64 number = ((u64)launch.block_high << 32 | launch.block_low) + block;
    Stream stream = {table | purpose << 8, (u32)number, (u32)(number >> 32), launch.key0, launch.key1};
    return stream;
}

DEVICE Words call_of(const Stream &stream, u32 call) {
    return philox(call, stream.of, stream.low, stream.high, stream.key0, stream.key1);
}

// The rounds at a table: all have the same number, but that the first have one more if they do not come out even.
DEVICE u32 rounds_at(const Launch &launch, u32 block, u32 table) {
    u32 rounds = block + 1 == launch.blocks ? launch.last_rounds : launch.rounds;
    return rounds / TABLES + (table < rounds % TABLES ? 1 : 0);
}

// Adds the counts of all tables, cell by cell. The counts of a cell lie side by side, one for each table.
DEVICE void add_tables(const u32 *times, u32 cells, u32 thread, u32 *counts) {
    for (u32 cell = thread; cell < cells; cell += TABLES) {
        u32 sum = 0;
        for (u32 table = 0; table < TABLES; table++) {
            sum += times[cell * TABLES + (table + thread) % TABLES];
        }
        counts[cell] = sum;
    }
}

#ifdef CARDS
// ---- games of cards
//
// CARDS: the cards of the shoe. PASSED_OVER: a word is passed over if its remainder is below this. KINDS: the kinds of
// cards. CUT: a shoe is shuffled before a round if so many cards are out. ROWS, START: the rows, and the one in which a
// round begins. ENDS: the ends. PROFITS: the cells of split rounds, none if no pairs are split. LOTS: whether decisions are
// drawn. NEAR: whether the rows are copied into shared memory.

#define END(step) ((step) >> 16 & 0xFFu)
#define OVER 0x1000000u
#define STANDS 0x2000000u
#define KIND(step) ((step) >> 28)
#define SPLIT 1u
#define DONE 2u
#define AGAIN 3u
#define CLASSES 64u
#define BUST 22u
#define DOUBLED 32u
#define FINALS 8u
#define HANDS 9u
// A situation: the rows in which hands begin, what follows the last hand, the table of worths, what was settled before, and
// the ends of insurance.
#define DEALER 9u
#define WORTHS 11u
#define BEFORE 12u
#define INSURED 13u
#define SITUATION 21u
#define PROFIT_MAX 127
// The bytes that count the cards of each kind that are out, four in a word.
#define OUT_WORDS ((KINDS + 3) / 4)

struct Tables {
    // By place in the sorted shoe: the kind of the card, and how many of its kind lie before it.
    const u32 *places;
    const u32 *steps;
    const u32 *situations;
    const u32 *worths;
    // Seat, bound, and what follows below the bound and above.
    const u32 *lots;
};

struct Table {
    u32 *times;
    u32 *rare;
    const u32 *steps;
    u32 row, left, dealt, fallen, spent;
#if PROFITS
    u32 hands, done, standing, staked;
    u64 classes;
    const u32 *pair;
#endif
#if LOTS
    Stream lots;
    u32 round;
#endif
};

// What is to be done before the next card.
DEVICE u32 special(const Tables &tables, Table &table, u32 step) {
    u32 argument = step & 0xFFFFu;
#if LOTS
    if (KIND(step) > AGAIN) {
        const u32 *lot = tables.lots + 4 * argument;
        Words words = call_of(table.lots, table.round);
        u64 bits = (u64)words.at[1] << 32 | words.at[0];
        return ((u32)(bits >> (21 * lot[0])) & 0x1FFFFFu) < lot[1] ? lot[2] : lot[3];
    }
#endif
#if PROFITS
    if (KIND(step) == SPLIT) {
        table.pair = tables.situations + SITUATION * argument;
        table.hands = 2;
        table.done = table.standing = 0;
        table.classes = 0;
        table.times[table.pair[BEFORE] * TABLES]++;
    } else if (KIND(step) == AGAIN) {
        table.hands++;
    } else if (table.done < table.hands) {
        table.classes |= (u64)argument << (8 * table.done);
        table.standing |= argument % DOUBLED != BUST;
        table.done++;
        if (table.done == table.hands) {
            return table.pair[DEALER + table.standing];
        }
    } else {
        const u32 *worths = tables.worths + table.pair[WORTHS] * (2 * CLASSES * FINALS) + argument;
        int profit = PROFIT_MAX;
        for (u32 place = 0; place < table.hands; place++) {
            u32 end = (u32)(table.classes >> (8 * place)) & (CLASSES - 1);
            profit += (int)worths[((place > 0 ? CLASSES : 0) + end) * FINALS];
            table.staked += 1 + end / DOUBLED;
        }
        table.times[table.pair[INSURED + argument] * TABLES]++;
        atomicAdd(table.rare + profit, 1u);
        return OVER | START;
    }
    return table.pair[table.hands];
#else
    return step;
#endif
}

// Draws the card at a place, unless it is out already.
DEVICE void take(const Tables &tables, Table &table, const u32 *places, u8 *out, u32 *out_words, u32 place) {
    u32 card = places[place];
    // The byte that counts its kind, how many lie before it, and the kind.
    u8 *same = out + (card & 0xFFFFu);
    u32 before = *same;
    if (table.left == 0 || (card >> 16 & 0xFFu) < before) {
        return;
    }
    *same = (u8)(before + 1);
    table.dealt++;
    table.fallen++;
    u32 step = table.steps[table.row * KINDS + (card >> 24)];
#if PROFITS || LOTS
    while (KIND(step)) {
        step = special(tables, table, step);
    }
#endif
    table.row = step & 0xFFFFu;
    if (step & OVER) {
        table.times[END(step) * TABLES]++;
        // A stake that stands is played on beyond the last round.
        if (table.left > 1 || !(step & STANDS)) {
            table.left--;
        }
#if LOTS
        table.round++;
#endif
        if (table.dealt >= CUT) {
            table.dealt = 0;
            UNROLL
            for (u32 word = 0; word < OUT_WORDS; word++) {
                out_words[word * TABLES] = 0;
            }
        }
    } else if (table.dealt == CARDS) {
        table.spent = 1;
        table.left = 0;
    }
}

// Counts by cell: the ends, the profits of split rounds, what was staked on those, the cards that fell, and the tables at
// which a shoe ran out.
KERNEL play_cards(LAUNCH, const u32 *card_places, const u32 *steps, const u32 *situations, const u32 *worths, const u32 *lots,
                  u32 *all_counts) {
    Launch launch = LAUNCHED;
    Tables tables = {card_places, steps, situations, worths, lots};
    SHARED_MEMORY(u32, memory);
    u32 *times = memory;
    u32 *out_words = times + ENDS * TABLES;
    u32 *rare = out_words + OUT_WORDS * TABLES;
    u32 *places = rare + PROFITS + 3;
    u32 *near_steps = places + CARDS;
    u32 thread = threadIdx.x, block = blockIdx.x;
    for (u32 cell = 0; cell < ENDS; cell++) {
        times[cell * TABLES + thread] = 0;
    }
    for (u32 word = 0; word < OUT_WORDS; word++) {
        out_words[word * TABLES + thread] = 0;
    }
    for (u32 cell = thread; cell < PROFITS + 3; cell += TABLES) {
        rare[cell] = 0;
    }
    for (u32 place = thread; place < CARDS; place += TABLES) {
        u32 card = tables.places[place], kind = card & 0xFFFFu;
        places[place] = kind << 24 | (card >> 16) << 16 | ((kind / 4) * TABLES * 4 + kind % 4);
    }
#if NEAR
    for (u32 place = thread; place < ROWS * KINDS; place += TABLES) {
        near_steps[place] = tables.steps[place];
    }
#endif
    syncthreads();

    Table table;
    table.times = times + thread;
    table.rare = rare;
    table.steps = NEAR ? near_steps : tables.steps;
    table.row = START;
    table.left = rounds_at(launch, block, thread);
    table.dealt = table.fallen = table.spent = 0;
#if PROFITS
    table.hands = table.done = table.standing = table.staked = 0;
    table.classes = 0;
    table.pair = tables.situations;
#endif
#if LOTS
    table.lots = stream_of(launch, block, thread, DECISIONS);
    table.round = 0;
#endif
    u8 *out = (u8 *)(out_words + thread);
    Stream stream = stream_of(launch, block, thread, CHANCE);
    for (u32 call = 0; table.left > 0; call++) {
        Words words = call_of(stream, call);
        UNROLL_WORDS
        for (int word = 0; word < 4; word++) {
            u64 first = (u64)words.at[0] * CARDS;
            words.at[0] = words.at[1];
            words.at[1] = words.at[2];
            words.at[2] = words.at[3];
            u64 second = (u64)(u32)first * CARDS;
            if ((u32)second >= PASSED_OVER) {
                take(tables, table, places, out, out_words + thread, (u32)(first >> 32));
                take(tables, table, places, out, out_words + thread, (u32)(second >> 32));
            }
        }
    }

    atomicAdd(rare + PROFITS + 1, table.fallen);
    if (table.spent) {
        atomicAdd(rare + PROFITS + 2, 1u);
    }
#if PROFITS
    atomicAdd(rare + PROFITS, table.staked);
#endif
    syncthreads();
    u32 *counts = all_counts + (u64)block * (ENDS + PROFITS + 3);
    add_tables(times, ENDS, thread, counts);
    for (u32 cell = thread; cell < PROFITS + 3; cell += TABLES) {
        counts[ENDS + cell] = rare[cell];
    }
}
#endif

#ifdef ROLLS
// ---- wheels and dice
//
// ROLLS: the rolls. DRAWS: the draws from a word. PASSED_OVER: a word is passed over if its remainder is below this. ROWS:
// the rows of stakes with states, none if there are none. ENDS: their ends. GROUPS: the groups of stakes that can stand.
// GROUP_ENDS: their ends.

#define END(step) ((step) >> 16 & 0xFFu)
#define OVER 0x1000000u

struct Tables {
    const u32 *steps;
    // The rows of all groups, one after another; where those of each begin; and by row and group, the row of the group.
    const u32 *group_steps;
    const u32 *group_first;
    const u32 *group_rows;
};

struct Table {
    u32 *rolls;
    u32 *ends;
    const u32 *steps;
    u32 row, before, left;
#if GROUPS
    u64 standing;
    u32 more;
    u8 rows[GROUPS];
#endif
};

// A roll of a round.
DEVICE void roll_once(Table &table, u32 roll) {
    table.rolls[roll * TABLES]++;
#if ROWS
    u32 step = table.steps[table.row * ROLLS + roll];
    table.ends[END(step) * TABLES]++;
    table.before = table.row;
    table.row = step & 0xFFFFu;
#endif
}

#if GROUPS
// A roll for the group: its end is counted, or it stands in another row.
DEVICE void roll_group(const Tables &tables, Table &table, u32 *group_ends, u32 group, u32 row, u32 roll) {
    u32 step = tables.group_steps[tables.group_first[group] + row * ROLLS + roll];
    if (step & OVER) {
        table.standing &= ~((u64)1 << group);
        if (group_ends) {
            atomicAdd(group_ends + END(step), 1u);
        }
    } else {
        table.standing |= (u64)1 << group;
    }
    table.rows[group] = (u8)(step & 0xFFFFu);
}
#endif

// A roll, for the rounds or for stakes that stand after them.
DEVICE void roll_any(const Tables &tables, Table &table, u32 *group_ends, u32 roll) {
    if (table.left > 0) {
        roll_once(table, roll);
        table.left--;
#if GROUPS
        if (table.left == 0) {
            for (u32 group = 0; group < GROUPS; group++) {
                u32 row = ROWS ? tables.group_rows[table.before * GROUPS + group] : 0;
                roll_group(tables, table, 0, group, row, roll);
            }
        }
    } else if (table.standing) {
        table.more++;
        for (u64 rest = table.standing; rest; rest &= rest - 1) {
            u32 group = (u32)find_first(rest);
            roll_group(tables, table, group_ends, group, table.rows[group], roll);
        }
#endif
    }
}

// Counts by cell: the rolls, the ends of the rows, the ends of the groups, and the rolls beyond the last round.
KERNEL play_rolls(LAUNCH, const u32 *steps, const u32 *group_steps, const u32 *group_first, const u32 *group_rows,
                  u32 *all_counts) {
    Launch launch = LAUNCHED;
    Tables tables = {steps, group_steps, group_first, group_rows};
    SHARED_MEMORY(u32, memory);
    u32 *rolls = memory;
    u32 *ends = rolls + ROLLS * TABLES;
    u32 *group_ends = ends + ENDS * TABLES;
    u32 *near_steps = group_ends + GROUP_ENDS + 1;
    u32 thread = threadIdx.x, block = blockIdx.x;
    for (u32 cell = 0; cell < ROLLS + ENDS; cell++) {
        rolls[cell * TABLES + thread] = 0;
    }
    for (u32 cell = thread; cell < GROUP_ENDS + 1; cell += TABLES) {
        group_ends[cell] = 0;
    }
    for (u32 place = thread; place < ROWS * ROLLS; place += TABLES) {
        near_steps[place] = tables.steps[place];
    }
    syncthreads();

    Table table;
    table.rolls = rolls + thread;
    table.ends = ends + thread;
    table.steps = near_steps;
    table.row = table.before = 0;
    table.left = rounds_at(launch, block, thread);
#if GROUPS
    table.standing = 0;
    table.more = 0;
#endif
    Stream stream = stream_of(launch, block, thread, CHANCE);
    u32 call = 0;
    bool plays = table.left > 0;
    while (plays) {
        Words words = call_of(stream, call++);
        u32 drawn[4][DRAWS];
        bool fits[4], all = true;
        UNROLL
        for (int word = 0; word < 4; word++) {
            u32 rest = words.at[word];
            UNROLL
            for (u32 draw = 0; draw < DRAWS; draw++) {
                u64 product = (u64)rest * ROLLS;
                drawn[word][draw] = (u32)(product >> 32);
                rest = (u32)product;
            }
            fits[word] = rest >= PASSED_OVER;
            all = all && fits[word];
        }
        if (all && table.left > 4 * DRAWS) {
            UNROLL
            for (u32 draw = 0; draw < 4 * DRAWS; draw++) {
                roll_once(table, drawn[draw / DRAWS][draw % DRAWS]);
            }
            table.left -= 4 * DRAWS;
        } else {
            UNROLL
            for (u32 draw = 0; draw < 4 * DRAWS; draw++) {
                if (fits[draw / DRAWS]) {
                    roll_any(tables, table, group_ends, drawn[draw / DRAWS][draw % DRAWS]);
                }
            }
        }
        plays = table.left > 0;
#if GROUPS
        plays = plays || table.standing;
#endif
    }
#if GROUPS
    atomicAdd(group_ends + GROUP_ENDS, table.more);
#endif
    syncthreads();
    u32 *counts = all_counts + (u64)block * (ROLLS + ENDS + GROUP_ENDS + 1);
    add_tables(rolls, ROLLS + ENDS, thread, counts);
    for (u32 cell = thread; cell < GROUP_ENDS + 1; cell += TABLES) {
        counts[ROLLS + ENDS + cell] = group_ends[cell];
    }
}
#endif
