//! Words that anybody would try, as people dress them up to pass for passwords.

use nirmaan_text::key;
use zxcvbn::{matching::patterns::MatchPattern, zxcvbn};

/// How many digits and signs around words add nothing: `@12345678`. What is longer is judged as it is.
const DRESSING: usize = 8;
/// The shortest word that counts as somebody's own.
const OWN: usize = 3;
/// The shortest and the longest word that is looked for among the common ones.
const COMMON: std::ops::RangeInclusive<usize> = 4..=20;

/// The words in what is known of a person and their firm: of `ravi.kumar84@bharat.example` it is `ravi`, `kumar` and
/// `bharat`; of a mobile number the number.
pub(super) fn of(known: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for known in known {
        let known = key(known);
        // What every address ends in belongs to nobody.
        let told = match known.split_once('@') {
            Some((local, host)) => format!("{local} {}", host.rsplit_once('.').map_or(host, |host| host.0)),
            None => known,
        };
        let letters = told.split(is_dressing);
        let numbers = told.split(|c: char| !c.is_numeric()).filter(|number| number.len() > DRESSING);
        let found = letters.chain(numbers).filter(|word| word.chars().count() >= OWN);
        words.extend(found.map(str::to_owned));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether a password is nothing but these words, as often as they come, with few digits and signs in between.
pub(super) fn is_made_of(password: &str, words: &[String]) -> bool {
    let password: Vec<char> = key(password).chars().collect();
    let words: Vec<Vec<char>> = words.iter().map(|word| word.chars().collect()).collect();
    // For each beginning of the password, the fewest characters outside words it can be read with.
    let mut fewest = vec![Some(0)];
    for end in 1..=password.len() {
        let (before, last) = password.split_at(end - 1);
        let loose = last.first().filter(|last| is_dressing(**last));
        let loose = loose.and(fewest.last().copied().flatten()).map(|outside: usize| outside + 1);
        let worded = words.iter().filter_map(|word| {
            let start = end.checked_sub(word.len())?;
            let part = before.iter().skip(start).chain(last.first());
            let reads = part.zip(word).all(|(written, meant)| is_written_as(*meant, *written));
            fewest.get(start).copied().flatten().filter(|_| reads)
        });
        fewest.push(worded.chain(loose).min());
    }
    let outside = fewest.last().copied().flatten();
    outside.is_some_and(|outside| outside <= DRESSING && outside < password.len())
}

/// Whether a password is one common word, with few digits and signs before and behind it. Which words are common, and
/// how they are read with digits for letters, is what `zxcvbn` knows: passwords that were leaked, words, names.
pub(super) fn is_one_common(password: &str) -> bool {
    let password: Vec<char> = password.chars().collect();
    let is_letter = |c: &char| !is_dressing(*c);
    let Some(first) = password.iter().position(is_letter) else { return false };
    let Some(last) = password.iter().rposition(is_letter) else { return false };
    // A digit next to the word may be one of its letters: `1ndia`, `pa55`.
    let stands_in =
        |at: &usize| password.get(*at).is_some_and(|c| STAND_INS.iter().any(|(_, all)| all.contains(*c)));
    let starts: Vec<usize> = (0..first).rev().take(2).take_while(stands_in).collect();
    let ends: Vec<usize> = (last + 1..password.len()).take(2).take_while(stands_in).collect();
    let ends = || std::iter::once(last).chain(ends.iter().copied());
    let cores = std::iter::once(first).chain(starts).flat_map(|start| ends().map(move |end| (start, end)));
    cores.into_iter().any(|(start, end)| {
        let core = password.get(start..=end).unwrap_or_default();
        let reads = |c: &char| is_letter(c) || STAND_INS.iter().any(|(_, all)| all.contains(*c));
        COMMON.contains(&core.len())
            && password.len() - core.len() <= DRESSING
            && core.iter().all(reads)
            && is_common(&core.iter().collect::<String>())
    })
}

fn is_common(word: &str) -> bool {
    let judged = zxcvbn(word, &[]);
    matches!(judged.sequence(), [whole] if matches!(whole.pattern, MatchPattern::Dictionary(_)))
}

/// A digit, sign or space, rather than a letter of any script.
fn is_dressing(c: char) -> bool {
    c.is_numeric() || c.is_whitespace() || (c.is_ascii() && !c.is_ascii_alphabetic())
}

/// What people write for a letter.
const STAND_INS: [(char, &str); 11] = [
    ('a', "4@"),
    ('b', "8"),
    ('c', "("),
    ('e', "3"),
    ('g', "69"),
    ('i', "1!|"),
    ('l', "1|7"),
    ('o', "0"),
    ('s', "$5"),
    ('t', "7+"),
    ('z', "2"),
];

fn is_written_as(meant: char, written: char) -> bool {
    meant == written || STAND_INS.iter().any(|(letter, all)| *letter == meant && all.contains(written))
}
