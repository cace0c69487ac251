/** The posts at a table, as the house file and the server name them. */
import type { TablePost } from '../../api/types';

export const POSTS: { post: TablePost; label: string }[] = [
  { post: 'dealer', label: 'Dealer' },
  { post: 'palette-person', label: 'Palette person' },
  { post: 'base-dealer', label: 'Base dealer' },
  { post: 'inspector', label: 'Inspector' },
];
