import type * as z from 'zod/mini';
import type { StatementLine } from '#shared/contract/statements.ts';

/** The descriptive fields of a statement line, without its place, time and balances. */
export type LineWords = Pick<z.input<typeof StatementLine>, 'kind' | 'description' | 'reference' | 'fee'>;
