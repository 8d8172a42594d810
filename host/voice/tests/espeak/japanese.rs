//! Japanese by its kana.

const VOWELS: [(char, &str); 5] = [('a', "ä"), ('i', "i"), ('u', "ɯᵝ"), ('e', "e̞"), ('o', "o̞")];

/// Kana with their sounds, vowels in Latin letters.
const KANA: &str = "あa いi うu えe おo かka きki くku けke こko がɡa ぎɡi ぐɡu げɡe ごɡo さsa しɕi すsu せse そso \
    ざza じdʑi ずzu ぜze ぞzo たta ちtɕi つtsu てte とto だda でde どdo なna にni ぬnu ねne のno はha ひçi ふɸu へhe ほho \
    ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やja ゆju よjo らɽa りɽi るɽu れɽe ろɽo \
    わwa をo きゃkʲa きょkʲo きゅkʲu りょɽʲo びょbʲo びゃbʲa ぴゃpʲa ひゃça じゅdʑu ちゅtɕu";

/// The sounds without stress and spaces; the syllable ん as N, whatever its neighbours make of it.
pub(crate) fn plain(sounds: &str) -> String {
    let bare: String = sounds.chars().filter(|sign| !"ˈˌ ".contains(*sign)).collect();
    // The nasal vowel is written in two ways, as one letter and as two.
    let mut plain = ["ũ", "u\u{303}", "ɴ", "ŋ"].iter().fold(bare, |plain, nasal| plain.replace(nasal, "N"));
    for neighbour in ["b", "p", "d", "t", "z"] {
        plain = plain.replace(&format!("m{neighbour}"), &format!("N{neighbour}"));
        plain = plain.replace(&format!("n{neighbour}"), &format!("N{neighbour}"));
    }
    plain
}

/// The same by the kana.
pub(crate) fn ipa(kana: &str) -> String {
    let letters: Vec<char> = kana.chars().filter(|letter| !" 、".contains(*letter)).collect();
    let (mut sounds, mut at, mut doubled) = (String::new(), 0, false);
    while let Some(letter) = letters.get(at) {
        let two: String = letters.iter().skip(at).take(2).collect();
        match letter {
            'ん' => sounds.push('N'),
            'っ' => doubled = true,
            'ー' => sounds.push(sounds.chars().last().expect("a vowel to be drawn out")),
            _ => {
                let one = letter.to_string();
                let (kana, sound) = find(&two)
                    .map(|sound| (2, sound))
                    .or_else(|| find(&one).map(|sound| (1, sound)))
                    .unwrap_or_else(|| panic!("{letter} is in no list of kana"));
                sounds.extend(std::mem::take(&mut doubled).then(|| sound.chars().next()).flatten());
                sounds.push_str(sound);
                at += kana - 1;
            }
        }
        at += 1;
    }
    VOWELS.iter().fold(sounds, |sounds, (letter, sign)| sounds.replace(*letter, sign))
}

fn find(kana: &str) -> Option<&'static str> {
    KANA.split_whitespace().find_map(|entry| {
        entry
            .strip_prefix(kana)
            .filter(|rest| rest.starts_with(|first: char| !('ぁ'..='ん').contains(&first)))
    })
}
