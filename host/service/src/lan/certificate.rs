//! The certificate of the hall's network: made at the first start, kept in the data folder, renewed when it has run
//! out or does not bear an address of the machine.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, RootCertStore, ServerConfig};
use sha2::{Digest, Sha256};
use tracing::warn;

use crate::lan::addresses::Names;
use crate::private::{self, RIGHTS};

/// The file in the data folder: the private key, and the certificate.
const FILE: &str = "network.pem";

/// For how long a certificate holds: some telephones take none that holds for more than 825 days.
const HOLDS: TimeDelta = TimeDelta::days(800);

/// A certificate that runs out within this time is renewed, so that it does not run out during a tournament.
const RENEW_BEFORE: TimeDelta = TimeDelta::days(30);

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IdentityError {
    /// The file can be neither read nor written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds something else.
    #[error(
        "{}: no private key with its certificate: {what}. Nothing was changed: move the file away, and a new one is made",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// None could be made.
    #[error("no certificate can be made: {0}")]
    NotMade(#[from] rcgen::Error),
}

/// What became of the certificate at this start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is the one of the last start.
    AsItWas,
    /// There was none.
    Made,
    /// There was one, but it would not do any more.
    Renewed(Unfit),
}

/// Why a certificate will not do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unfit {
    /// Its time is over, or nearly.
    #[error("the certificate of the hall's network has run out")]
    RunOut,
    /// The machine has a name or address that it does not bear.
    #[error("the certificate of the hall's network does not name {0}")]
    NotNamed(String),
}

/// A certificate and its private key.
#[derive(Debug)]
pub(super) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

impl Identity {
    /// The one in the data folder, or a new one.
    ///
    /// # Errors
    /// A file that cannot be read, is something else, or cannot be written.
    pub(super) fn keep(
        data: &Path,
        names: &Names,
        wall: DateTime<Utc>,
    ) -> Result<(Self, Kept), IdentityError> {
        let path = data.join(FILE);
        let kept = match Self::read(&path)? {
            None => Kept::Made,
            Some(identity) => match identity.unfit(names, wall) {
                Ok(None) => return Ok((identity, Kept::AsItWas)),
                Ok(Some(why)) => Kept::Renewed(why),
                Err(error) => return Err(IdentityError::Damaged { path, what: error.to_string() }),
            },
        };
        let (identity, text) = Self::make(names, wall)?;
        private::write(data, &path, &text).map_err(|error| IdentityError::Io { path, error })?;
        Ok((identity, kept))
    }

    fn read(path: &Path) -> Result<Option<Self>, IdentityError> {
        let text = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| IdentityError::Io { path: path.to_owned(), error })?,
        };
        see_to_rights(path).map_err(|error| IdentityError::Io { path: path.to_owned(), error })?;
        let damaged = |what: String| IdentityError::Damaged { path: path.to_owned(), what };
        let identity = Self {
            certificate: CertificateDer::from_pem_slice(&text).map_err(|error| damaged(error.to_string()))?,
            key: PrivateKeyDer::from_pem_slice(&text).map_err(|error| damaged(error.to_string()))?,
        };
        // A key that belongs to another certificate is found here.
        identity.config().map_err(|error| damaged(error.to_string()))?;
        Ok(Some(identity))
    }

    /// Why it will not do, if so; an error where it is no certificate that a browser could take.
    fn unfit(&self, names: &Names, wall: DateTime<Utc>) -> Result<Option<Unfit>, rustls::Error> {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone())?;
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider()).build();
        let verifier = verifier.map_err(|error| rustls::Error::General(error.to_string()))?;
        let check = |name: &ServerName<'_>, at| {
            verifier.verify_server_cert(&self.certificate, &[], name, &[], at).map(drop)
        };
        let soon = UnixTime::since_unix_epoch(
            (wall + RENEW_BEFORE - DateTime::UNIX_EPOCH).to_std().unwrap_or_default(),
        );
        for name in names.all() {
            let Ok(asked) = ServerName::try_from(name.clone()) else { continue };
            let checked = match check(&asked, soon) {
                // A clock that was not set yet says nothing against it.
                Err(rustls::Error::InvalidCertificate(CertificateError::NotValidYetContext {
                    not_before,
                    ..
                })) => check(&asked, not_before),
                checked => checked,
            };
            match checked {
                Ok(()) => {}
                Err(rustls::Error::InvalidCertificate(error)) if is_run_out(&error) => {
                    return Ok(Some(Unfit::RunOut));
                }
                Err(rustls::Error::InvalidCertificate(error)) if is_not_named(&error) => {
                    return Ok(Some(Unfit::NotNamed(name)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Makes one, and the text that is kept of it.
    fn make(names: &Names, wall: DateTime<Utc>) -> Result<(Self, String), rcgen::Error> {
        let key = KeyPair::generate()?;
        let mut about = CertificateParams::new(names.all().collect::<Vec<String>>())?;
        about.distinguished_name = DistinguishedName::new();
        about.distinguished_name.push(DnType::CommonName, "Flagfall");
        about.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        about.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let day = |wall: DateTime<Utc>| {
            let [month, day] = [wall.month(), wall.day()].map(|number| u8::try_from(number).unwrap_or(1));
            date_time_ymd(wall.year(), month, day)
        };
        // From yesterday, for telephones whose clocks are behind.
        about.not_before = day(wall - TimeDelta::days(1));
        about.not_after = day(wall + HOLDS);
        let certificate = about.self_signed(&key)?;
        let text = format!("{}{}", key.serialize_pem(), certificate.pem());
        let key =
            PrivateKeyDer::try_from(key.serialize_der()).map_err(|_| rcgen::Error::CouldNotParseKeyPair)?;
        Ok((Self { certificate: certificate.into(), key }, text))
    }

    /// What a server needs of it.
    pub(super) fn config(&self) -> Result<ServerConfig, io::Error> {
        let config = ServerConfig::builder_with_provider(provider()).with_safe_default_protocol_versions();
        let config = config.and_then(|config| {
            config
                .with_no_client_auth()
                .with_single_cert(vec![self.certificate.clone()], self.key.clone_key())
        });
        config.map_err(io::Error::other)
    }

    /// SHA-256 of the certificate, as browsers show it: `3A:7F:…`.
    pub(super) fn fingerprint(&self) -> String {
        let bytes = Sha256::digest(&self.certificate);
        bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

const fn is_run_out(error: &CertificateError) -> bool {
    matches!(error, CertificateError::Expired | CertificateError::ExpiredContext { .. })
}

const fn is_not_named(error: &CertificateError) -> bool {
    matches!(error, CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. })
}

/// Takes away what others may do with the file.
fn see_to_rights(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
        warn!("{}: others could read the private key; its rights are set right", path.display());
        fs::set_permissions(path, Permissions::from_mode(RIGHTS))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str) -> Names {
        Names::of_machine(address.parse().unwrap(), &["go.example".to_owned()]).unwrap()
    }

    fn wall(day: &str) -> DateTime<Utc> {
        format!("{day}T12:00:00Z").parse().unwrap()
    }

    #[test]
    fn it_is_kept_until_it_has_run_out_or_an_address_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let keep = |address: &str, day: &str| {
            let (identity, kept) = Identity::keep(folder.path(), &names(address), wall(day)).unwrap();
            (identity.fingerprint(), kept)
        };
        let (first, kept) = keep("192.168.1.5", "2026-11-30");
        assert_eq!(kept, Kept::Made);
        assert_eq!((first.len(), first.split(':').count()), (95, 32));
        for day in ["2026-11-30", "2028-12-01", "1970-01-01", "2026-01-01"] {
            assert_eq!(keep("192.168.1.5", day), (first.clone(), Kept::AsItWas), "{day}");
        }
        let (second, kept) = keep("192.168.1.6", "2026-11-30");
        assert_eq!(kept, Kept::Renewed(Unfit::NotNamed("192.168.1.6".into())));
        assert_ne!(second, first);
        let (third, kept) = keep("192.168.1.6", "2029-01-20");
        assert_eq!((kept, third == second), (Kept::Renewed(Unfit::RunOut), false));
    }

    #[test]
    fn nobody_else_can_read_the_private_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let rights = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let keep = || Identity::keep(folder.path(), &names("192.168.1.5"), wall("2026-11-30")).unwrap();
        keep();
        assert_eq!(rights(), RIGHTS);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(keep().1, Kept::AsItWas);
        assert_eq!(rights(), RIGHTS);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else lies about");
    }

    #[test]
    fn a_file_that_is_something_else_is_left_alone() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let keep = |data: &Path| Identity::keep(data, &names("192.168.1.5"), wall("2026-11-30"));
        keep(folder.path()).unwrap();
        keep(other.path()).unwrap();
        let path = folder.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        let strange = fs::read_to_string(other.path().join(FILE)).unwrap();
        let begin = "-----BEGIN CERTIFICATE-----";
        let (key, _) = text.split_once(begin).unwrap();
        let (_, certificate) = strange.split_once(begin).unwrap();
        for damaged in
            [String::new(), key.to_owned(), text.replace('M', "?"), format!("{key}{begin}{certificate}")]
        {
            fs::write(&path, &damaged).unwrap();
            let error = keep(folder.path()).unwrap_err().to_string();
            assert!(error.contains("network.pem: no private key with its certificate: "), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
    }
}
