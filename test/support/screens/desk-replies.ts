import { sampleUser } from '#web/gallery/samples.ts';
import type { Replies } from '#test/support/screen.ts';

/** The admin who works at the desk. */
export const admin = {
  ...sampleUser,
  _id: 'usr_admin',
  email: 'boss@example.com',
  role: 'admin',
  staffRole: 'admin',
} as const;

/** The person whom the work of the desk is about. */
export const person = { userId: 'usr_ann', email: 'ann@example.com', name: 'Ann Lund' } as const;

/** The replies to the screens of staff, to an admin. */
export const replies: Replies = { 'GET /user': admin };

/** The same to support, which may do less. */
export const support: Replies = { 'GET /user': { ...admin, staffRole: 'support' } };
