import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { showable, showsSomething } from './fields.ts';

/** The reason for a decision of staff, for the audit record. */
export const DecisionReason = z
  .string('is missing')
  .check(
    z.trim(),
    z.minLength(1, 'is missing'),
    showsSomething,
    z.maxLength(limits.decisionReasonMax, `is longer than ${limits.decisionReasonMax} characters`),
    z.regex(showable, 'has characters that cannot be shown'),
  );
