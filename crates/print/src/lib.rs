//! Printed matter as PDF: a small model of a document, set on pages.
