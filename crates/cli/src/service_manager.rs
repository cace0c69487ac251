//! Reports of the server to the service manager that has started it, as `sd_notify(3)` describes them.

/// Reports a state, such as `READY=1`, if a service manager asks for it. A report that fails stops nothing.
#[cfg(target_os = "linux")]
pub(crate) fn report(state: &str) {
    let Some(socket) = std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()) else { return };
    if let Err(error) = linux::send(&socket, state) {
        tracing::warn!(%error, state, "the service manager cannot be reached");
    }
}

/// Reports nothing where there is no such service manager.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn report(_state: &str) {}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsStr;
    use std::io;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    /// The address of the socket: a path, or an abstract name that is written with `@`.
    fn address(socket: &OsStr) -> io::Result<SocketAddr> {
        match socket.as_bytes().strip_prefix(b"@") {
            Some(name) => SocketAddr::from_abstract_name(name),
            None => SocketAddr::from_pathname(socket),
        }
    }

    pub(super) fn send(socket: &OsStr, state: &str) -> io::Result<()> {
        let address = address(socket)?;
        UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address).map(drop)
    }
}
