// Sets the theme before the first paint, so that the page does not flash.
try {
  const chosen = localStorage.getItem('croupier.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the theme of the system applies.
}
