import { useEffect } from 'react';
import { useNavigate } from './use-navigate.ts';

/** Goes to another page in place of this one, as soon as it is shown. */
export function Navigate({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
