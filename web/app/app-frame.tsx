import type { ReactNode } from 'react';
import { appStrokes } from '#web/ui/app-icons.ts';
import { addStrokes } from '#web/ui/icon.tsx';
import { AppLayout } from './app-layout.tsx';
import { RoleGuard } from './role-guard.tsx';

addStrokes(appStrokes);

/** Frame of every page behind the sign-in: the guard, then the layout. */
export function AppFrame({ roles, children }: { roles: readonly ('admin' | 'user')[]; children: ReactNode }) {
  return (
    <RoleGuard roles={roles}>
      <AppLayout>{children}</AppLayout>
    </RoleGuard>
  );
}
