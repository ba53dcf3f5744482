import { use } from 'react';
import { RouterContext, type Navigate } from './router-context.ts';

/** How to go to another page of the app. */
export function useNavigate(): Navigate {
  return use(RouterContext).navigate;
}
