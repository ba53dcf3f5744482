import type { Proposal } from '#functions/domain/reconciliation/break.ts';
import { restOf } from '#functions/domain/reconciliation/integrity/ties.ts';
import type { KeptBreak, Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { formatCents } from '#shared/money.ts';

const minuteMs = 60_000;

/**
 * True for a run that found a break, that a provider left without an answer, or that has not been at its end; also for
 * none at all: nobody has compared the books. The jobs of a deployment are in the middle of a run now and then, so
 * `mayBeUnderWay` passes that.
 */
export function isAmiss(
  run: Reconciliation | undefined,
  { mayBeUnderWay }: { readonly mayBeUnderWay: boolean },
): boolean {
  if (run === undefined || Object.keys(run.classes).length > 0 || (run.unanswered ?? 0) > 0) return true;
  return run.endedAtMs === undefined && !mayBeUnderWay;
}

/** Returns a run as lines for a person; ages are those at `nowMs`. */
export function printed(run: Reconciliation, nowMs: number): readonly string[] {
  const { mode, startedAtMs, endedAtMs, people, records, unanswered = 0, ties, classes, breaks, mended } = run;
  const count = Object.values(classes).reduce((total, each) => total + each, 0);
  const until = endedAtMs === undefined ? 'still under way' : `took ${Math.round((endedAtMs - startedAtMs) / 1_000)} s`;
  const sides = {
    internal: ['debits', 'credits'],
    provider: ['booked', 'at the payment provider'],
    issuer: ['booked', 'at the issuer'],
  };
  return [
    `${mode} reconciliation of ${new Date(startedAtMs).toISOString()}, ${until}: ${people} people, ${records} records`,
    ...Object.entries(sides).map(([part, [ours, theirs]]) => {
      const tie = ties[part as keyof typeof ties];
      const explained = `explained ${formatCents(tie.explainedCents)}, rest ${formatCents(restOf(tie))}`;
      return `  ${part}: ${tie.count} compared, ${ours} ${formatCents(tie.oursCents)}, ${theirs} ${formatCents(tie.theirsCents)}, ${explained}`;
    }),
    ...(unanswered > 0 ? [`  not compared: a provider did not answer ${unanswered} questions`] : []),
    count === 0
      ? '  no break'
      : `  ${count} breaks (${mended} mended): ${Object.entries(classes)
          .map(([kind, each]) => `${each} ${kind}`)
          .join(', ')}`,
    ...breaks.flatMap((found) => breakLines(found, nowMs)),
    ...(count > breaks.length ? [`  … and ${count - breaks.length} more, in the log`] : []),
  ];
}

function breakLines(
  { part, class: kind, subject, ownerId, cents, atMs, evidence, proposal }: KeptBreak,
  nowMs: number,
): readonly string[] {
  const age = Math.max(0, Math.round((nowMs - atMs) / minuteMs));
  const facts = Object.entries(evidence).filter(([, value]) => value !== undefined);
  return [
    `  ${part} ${kind} ${subject}${ownerId === undefined ? '' : ` of ${ownerId}`}: ${formatCents(cents)}, for ${age} min`,
    `      because ${facts.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`,
    `      mend by ${wordsOf(proposal as Proposal)}`,
  ];
}

function wordsOf(proposal: Proposal): string {
  switch (proposal.by) {
    case 'call':
      return `${proposal.call}(${proposal.subject})`;
    case 'posting':
      return `posting ${proposal.legs.map(({ account, amountCents }) => `${account} ${formatCents(amountCents)}`).join(', ')}`;
    case 'person':
      return `a person: ${proposal.words}`;
  }
}
