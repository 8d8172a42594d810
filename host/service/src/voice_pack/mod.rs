//! `flagfall voice`: the recordings of the referee's voice.

mod build;
mod espeak;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use clock::Language;
use voice::{Phrases, Tongue};

/// What the command line asks for.
#[derive(Debug, clap::Args)]
pub(crate) struct VoiceArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Have every phrase spoken by espeak-ng, and write the recordings with their manifest.
    ///
    /// A folder with phrases of its own keeps them: phrases.toml in the folder of each tongue.
    Build {
        /// One tongue only: zh, en, ja or ko.
        #[arg(long, value_name = "TONGUE")]
        tongue: Option<Tongue>,
        /// The folder in which each tongue has its own.
        #[arg(long, value_name = "FOLDER", default_value = "voices")]
        out: PathBuf,
    },
}

/// Does it. `false` if a recording is not as it must be.
pub(crate) fn voice(arguments: &VoiceArguments) -> Result<bool> {
    match &arguments.action {
        Action::Build { tongue, out } => {
            let mut sound = true;
            for tongue in Tongue::ALL.into_iter().filter(|one| tongue.is_none_or(|asked| asked == *one)) {
                sound &= build::build(tongue, &out.join(tongue.code()))?;
            }
            Ok(sound)
        }
    }
}

/// What a file of phrases is, in words, for `flagfall check`.
pub(crate) fn words(phrases: &Phrases, language: Language) -> String {
    let (tongue, clips) = (phrases.tongue(), phrases.clips().len());
    match language {
        Language::English => format!("phrases of the voice {tongue}: {clips} clips"),
        Language::Chinese => format!("语音 {tongue} 的用语：{clips} 段录音"),
    }
}
