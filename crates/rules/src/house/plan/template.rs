//! Plans made from the books: a table for each game, with everything that its book asks for.

use jiff::civil::Date;

use super::form::{ApprovalPlan, BankPlan, HousePlan, LicencePlan, StaffPlan, TablePlan};
use crate::book::{ApprovalSubject, Book, GameBook, Notice, Obligation, Post, Shelf, UnknownGame};

/// The hours of a table, until the house chooses others.
const HOURS: &str = "18:00-04:00";

/// The limits of a table, until the house chooses others.
const LIMITS: (&str, &str) = ("5", "500");

impl HousePlan {
    /// A plan with a table for each of these games, given as `RULEBOOK/GAME`. Only facts that no book knows are left to fill
    /// in: who holds the licence, where the house is, and the references and days of licences and approvals.
    ///
    /// # Errors
    /// When a game is on no shelf.
    pub fn of_games(shelf: &Shelf, games: &[&str], day: Date) -> Result<Self, UnknownGame> {
        let mut plan = Self {
            heard_by: named(Post::Manager, 1),
            staff: [Post::Manager, Post::Inspector, Post::Cashier, Post::Dealer]
                .map(|post| StaffPlan { name: named(post, 1), post, employer: String::new() })
                .into(),
            ..Self::default()
        };
        for name in games {
            let (book, game) = shelf.game_on(name, day)?;
            plan.add_table(name, book, game);
        }
        Ok(plan)
    }

    fn add_table(&mut self, name: &str, book: &Book, game: &GameBook) {
        let settings = game
            .settings()
            .iter()
            .filter_map(|setting| Some((setting.key.to_string(), setting.default.as_ref()?.to_string())));
        let mut table = TablePlan {
            name: self.table_name(game.title()),
            game: name.to_owned(),
            min: LIMITS.0.to_owned(),
            max: LIMITS.1.to_owned(),
            hours: HOURS.to_owned(),
            dealer: named(Post::Dealer, 1),
            inspector: named(Post::Inspector, 1),
            settings: settings.collect(),
            ..TablePlan::default()
        };
        let value =
            |key: &str| table.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
        let asked: Vec<(Obligation, String)> = book
            .requirements()
            .iter()
            .filter(|requirement| requirement.concerns(game.id()) && requirement.applies(value))
            .map(|requirement| (requirement.ask, book.citations().text(requirement.cite).to_owned()))
            .collect();
        for (ask, cite) in asked {
            self.answer(ask, cite, book.id(), &mut table);
        }
        self.tables.push(table);
    }

    /// The title of a game as the name of a table, numbered if there is one already.
    fn table_name(&self, title: &str) -> String {
        let is_free = |name: &str| self.tables.iter().all(|table| table.name != name);
        let numbered = (2..=self.tables.len() + 1).map(|number| format!("{title} {number}"));
        let mut names = std::iter::once(title.to_owned()).chain(numbered);
        names.find(|name| is_free(name)).expect("there is one name more than tables")
    }

    /// Adds what a book asks for.
    fn answer(&mut self, ask: Obligation, cite: String, rulebook: &str, table: &mut TablePlan) {
        match ask {
            Obligation::Licence => self.ask_licence(cite, rulebook),
            // The file offers the games of its tables, and a licence without a list permits all.
            Obligation::LicensedGame | Obligation::OfferedGame => {}
            Obligation::BankHeld | Obligation::BankWhole => table.bank = self.bank("main", "", true),
            Obligation::BankOfPlayers => {
                table.bank = self.bank("players", "the player who has it", false);
            }
            Obligation::Approval(of) => self.ask_approval(of, cite, rulebook, table),
            Obligation::Shown(notice) => add(&mut table.shows, notice),
            Obligation::ShownOrGiven(notice @ (Notice::Limits | Notice::Odds)) => {
                add(&mut table.shows, notice)
            }
            Obligation::ShownOrGiven(notice) => add(&mut table.tells, notice),
            Obligation::Post { post, tables_max } => self.man(post, tables_max, table),
            Obligation::Disputes => {}
        }
    }

    fn ask_licence(&mut self, cite: String, rulebook: &str) {
        if let Some(known) = self.licences.iter_mut().find(|licence| licence.rulebook == rulebook) {
            return add(&mut known.cites, cite);
        }
        let licence =
            LicencePlan { rulebook: rulebook.to_owned(), cites: vec![cite], ..LicencePlan::default() };
        self.licences.push(licence);
    }

    fn bank(&mut self, name: &str, held_by: &str, of_house: bool) -> String {
        if self.banks.iter().all(|bank| bank.name != name) {
            let (name, held_by) = (name.to_owned(), held_by.to_owned());
            self.banks.push(BankPlan { name, held_by, of_house });
        }
        name.to_owned()
    }

    /// One approval of hours serves all tables; the others are of a game.
    fn ask_approval(&mut self, of: ApprovalSubject, cite: String, rulebook: &str, table: &TablePlan) {
        let covers = match of {
            ApprovalSubject::Hours => Vec::new(),
            ApprovalSubject::Layout | ApprovalSubject::Packs | ApprovalSubject::Shuffler => {
                vec![table.game.clone()]
            }
        };
        let is_same = |known: &&mut ApprovalPlan| {
            known.of == of && known.rulebook == rulebook && known.covers == covers
        };
        if let Some(known) = self.approvals.iter_mut().find(is_same) {
            return add(&mut known.cites, cite);
        }
        let decks = table.settings.iter().find(|(key, _)| key == "decks");
        let packs = decks.and_then(|(_, value)| value.parse().ok()).filter(|_| of == ApprovalSubject::Packs);
        self.approvals.push(ApprovalPlan {
            reference: String::new(),
            date: String::new(),
            of,
            covers,
            hours: if of == ApprovalSubject::Hours { HOURS.to_owned() } else { String::new() },
            packs: packs.into_iter().collect(),
            rulebook: rulebook.to_owned(),
            cites: vec![cite],
        });
    }

    /// Puts somebody with the post at the table who is not at too many others.
    fn man(&mut self, post: Post, tables_max: Option<u8>, table: &mut TablePlan) {
        let place = |table: &TablePlan| match post {
            Post::Dealer => table.dealer.clone(),
            Post::PalettePerson => table.palette_person.clone(),
            Post::Inspector => table.inspector.clone(),
            Post::BaseDealer | Post::Cashier | Post::Manager => String::new(),
        };
        let is_free = |name: &String| {
            let tables = self.tables.iter().filter(|other| place(other) == *name).count();
            tables_max.is_none_or(|most| tables < usize::from(most))
        };
        // So many people have room for all tables.
        let mut people = (1..=self.tables.len() + 1).map(|number| named(post, number));
        let name = people.find(is_free).expect("so many people have room");
        if self.staff.iter().all(|person| person.name != name) {
            self.staff.push(StaffPlan { name: name.clone(), post, employer: String::new() });
        }
        match post {
            Post::Dealer => table.dealer = name,
            Post::PalettePerson => table.palette_person = name,
            Post::Inspector => table.inspector = name,
            Post::BaseDealer | Post::Cashier | Post::Manager => {}
        }
    }
}

/// The name of somebody who is not known yet: the post, with a number.
fn named(post: Post, number: usize) -> String {
    let name = post.name();
    let (first, rest) = name.split_at(1);
    format!("{}{rest} {number}", first.to_uppercase())
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
