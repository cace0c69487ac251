// Before the first paint, so that nobody is dazzled.
try {
  const chosen = localStorage.getItem('croupier.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Private windows may refuse storage; the system's theme then holds.
}
