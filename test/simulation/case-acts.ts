import { handler as writeToCase } from '#functions/api/cases/write.ts';
import { handler as reportPurchase } from '#functions/api/cards/report.ts';
import { answerCase, closeCase } from '#functions/domain/cases/write-to-case.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import { caseReasons } from '#shared/contract/cases.ts';
import { cents } from '#shared/money.ts';
import { hearOfCards } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { adminsOf } from './staff.ts';

/** Reports a purchase, mostly one that is not reported yet; it may be refunded at that very moment. */
export async function report(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const bought = (): readonly CardTransaction[] =>
    entitiesOf(table, 'cardTransaction').filter(({ kind }) => kind === 'purchase' || kind === 'fee');
  for (let tries = 0; tries < 2 && bought().length === 0; tries += 1) await buy(world);
  const reported = new Set(entitiesOf(table, 'case').map(({ reference }) => reference));
  const fresh = bought().filter(({ reference }) => !reported.has(reference));
  const line = (choices.oneIn(4) ? undefined : pick(world, fresh)) ?? pick(world, bought());
  if (line?.userId === undefined) return;
  const { userId, cardId, reference } = line;
  const body = { reason: pick(world, caseReasons) ?? 'other', text: 'This is wrong.' };
  await world.ask(userId, 'cards.report', { handler: reportPurchase, params: { id: cardId, reference }, body });
  if (!choices.oneIn(3)) return;
  sendBack(world, line);
  if (choices.oneIn(2)) await hearOfCards(world);
}

/**
 * Lets a case go on: its cardholder writes, both admins answer at once, one of them closes it, and its payment comes
 * back, all in any order.
 */
export async function workOnCase(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const all = (): readonly Case[] => entitiesOf(table, 'case');
  const open = (): readonly Case[] => all().filter(({ state }) => state !== 'closed');
  for (let tries = 0; tries < 2 && open().length === 0; tries += 1) {
    await report(world);
    await world.settle();
  }
  const found = (choices.oneIn(4) ? undefined : pick(world, open())) ?? pick(world, all());
  if (found === undefined) return;
  const { caseId, userId, cardId, lineNumber, messageCount } = found;
  const line = entitiesOf(table, 'cardTransaction').find(
    (each) => each.cardId === cardId && each.number === lineNumber,
  );
  const seenMessages = choices.oneIn(2) ? messageCount : undefined;
  for (let acts = 2 + choices.below(3); acts > 0; acts -= 1) {
    const [actorId = userId] = choices.oneIn(2) ? adminsOf(world) : adminsOf(world).toReversed();
    const act = { actorId, caseId, seenMessages };
    const kind = choices.below(4);
    if (kind === 0) {
      const body = { text: 'And now?' };
      await world.ask(userId, 'cases.write', { handler: writeToCase, params: { id: caseId }, body });
    } else if (kind === 1)
      await world.byStaff('admin.answer-case', (services) => answerCase(services, { ...act, text: 'We look at it.' }));
    else if (kind === 2)
      await world.byStaff('admin.close-case', (services) => closeCase(services, { ...act, reason: 'It was right.' }));
    else if (line !== undefined) {
      sendBack(world, line);
      if (choices.oneIn(2)) await hearOfCards(world);
    }
    if (choices.oneIn(3)) await world.settle();
  }
}

/** Has a merchant send a purchase back, in full or in part. */
function sendBack(world: SimulatedWorld, line: CardTransaction): void {
  const { choices, issuer } = world;
  const name = line.reference.replace(/^listed-/, '');
  const bought = issuer.transactions.find(({ reference }) => reference === name);
  if (bought === undefined || bought.direction !== 'debit') return;
  const parts = issuer.transactions.filter(({ reference }) => reference.startsWith(`${name}_REVERSAL`));
  const leftCents = parts.reduce((left, { amountCents }) => left - amountCents, bought.amountCents as number);
  if (leftCents <= 0) return;
  if (parts.length === 0 && choices.oneIn(2)) return issuer.reverse(bought);
  const backCents = cents(choices.oneIn(2) ? leftCents : 1 + choices.below(leftCents));
  world.narrate(`${backCents} cents of ${name} are sent back`);
  issuer.refund(bought.issuerCardId, backCents, `${name}_REVERSAL_${parts.length + 1}`);
}

/** Has a person buy for a dollar or more, and the product hear of it. */
async function buy(world: SimulatedWorld): Promise<void> {
  const able = [...world.issuer.cards.values()].filter(
    ({ isActive, isDeleted, bookBalanceCents }) => isActive && !isDeleted && bookBalanceCents >= 200,
  );
  const card = pick(world, able);
  if (card === undefined) return;
  world.issuer.purchase(card.issuerCardId, cents(1 + world.choices.below(200)));
  await hearOfCards(world);
}
