//! Documents, read back from their PDF.
