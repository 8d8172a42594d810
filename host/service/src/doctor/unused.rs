//! What lies among an event's own recordings and is not used, in words.

use voice::{PackError, SoundError};

use crate::doctor::finding::{Both, both};

/// Why a file or folder is not used.
pub(crate) fn why_unused(error: &PackError) -> Both {
    let english = error.to_string();
    let chinese = match error {
        PackError::Unread { path, error } => format!("{}：读不出来：{error}", path.display()),
        PackError::Phrases { .. } => return Both::same(english),
        PackError::Sound { path, error } => format!("{}：{}", path.display(), sound_chinese(error)),
        PackError::Unknown { path, tongue } => {
            format!("{}：语音 {tongue} 中没有这个名称的录音", path.display())
        }
        PackError::NoFile { path } => format!("{}：应为文件，却是文件夹、管道或设备", path.display()),
        PackError::OtherFormat { path } => format!("{}：应为 WAV 或 FLAC，却是其他格式", path.display()),
        PackError::Twice { path } => format!("{}：另有同名的录音，用的是那一个", path.display()),
        PackError::NoTongue { path } => {
            format!("{}：录音应放在 zh、en、ja、ko 各语言的文件夹里", path.display())
        }
    };
    both(english, chinese)
}

fn sound_chinese(error: &SoundError) -> String {
    match error {
        SoundError::Format(found) => format!("应为 WAV 或 FLAC，内容却不是：{found}"),
        SoundError::Silent => "应为录音，里面却没有声音".to_owned(),
        SoundError::TooLong => "录音最长两分钟".to_owned(),
        SoundError::Rate(rate) => format!("每秒 {rate} 次的采样率不能使用"),
    }
}
