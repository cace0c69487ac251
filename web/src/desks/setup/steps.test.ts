/** Which step a field of the set-up belongs to, and the names to log in with that names suggest. */
import { expect, test } from 'vitest';
import { stepOf, suggestedHandle } from './setup.svelte';

test('each field belongs to the step that shows it', () => {
  const fields = { licence_holder: 'house', 'approvals.0.date': 'house', escalated_to: 'house', 'staff.2.handle': 'people', staff: 'people', 'tables.0.settings.decks': 'tables', 'banks.0.name': 'tables', cash: 'cage', password: 'create', '': 'create' };
  for (const [field, step] of Object.entries(fields)) expect(stepOf(field), field).toBe(step);
});

test('a name suggests a name to log in with', () => {
  expect(suggestedHandle('Iris Moyo')).toBe('iris');
  expect(suggestedHandle('Zoë O’Neil')).toBe('zoe');
  expect(suggestedHandle('  ')).toBe('');
});
