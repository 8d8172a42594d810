//! No text makes the readers of a control panic, and what they read is written and read back as the same.
#![no_main]

use clock::{Control, Language};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(control) = text.parse::<Control>() {
        assert_eq!(control.to_string().parse(), Ok(control.clone()));
        for language in [Language::English, Language::Chinese] {
            let words = control.words(language).to_string();
            assert_eq!(Control::from_words(&words, language), Ok(control.clone()), "{words}");
        }
    }
    for language in [Language::English, Language::Chinese] {
        if let Ok(control) = Control::from_words(text, language) {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
});
