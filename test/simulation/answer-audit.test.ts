import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { answerAudit } from './answer-audit.ts';
import { SimulatedTable } from './engine/simulated-table.ts';

const asked = { route: 'cards.load', userId: 'usr_1' as Id<'user'>, key: 'key-1' };
const answered = (status: number, isReplay = false) => ({ status, body: '', isReplay });

function tableWith(response: object | undefined, subjectId?: string): SimulatedTable {
  const table = new SimulatedTable();
  const pk = `CLAIM#usr_1#cards.load#${hash('sha256', 'key-1', 'base64url')}`;
  table.transact([{ Put: { Item: { pk, sk: 'CLAIM', entity: 'claim', response, subjectId } } }]);
  return table;
}

describe('An answer in a story', () => {
  it('may report success when its claim is stored with the answer', () => {
    expect(() => answerAudit(tableWith({ status: 200 }), asked, answered(200), { wrote: new Set() })).not.toThrow();
  });

  it('may not report success when the claim or its answer is not stored', () => {
    for (const table of [new SimulatedTable(), tableWith(undefined)])
      expect(() => answerAudit(table, asked, answered(200), { wrote: new Set(['claim']) })).toThrow('I13');
  });

  it('may not refuse when anything but the claim was written', () => {
    const wrote = new Set(['wallet']);
    const table = tableWith({ status: -1 });
    expect(() => answerAudit(table, asked, answered(422), { wrote })).toThrow('I12');
    expect(() => answerAudit(table, asked, answered(422), { wrote: new Set(['claim', 'wallet']) })).toThrow('I12');
    expect(() => answerAudit(table, asked, answered(422), { wrote: new Set(['claim']) })).not.toThrow();
    expect(() => answerAudit(new SimulatedTable(), asked, answered(409), { wrote })).toThrow('I12');
    expect(() => answerAudit(new SimulatedTable(), asked, answered(409), { wrote: new Set() })).not.toThrow();
  });

  it('may refuse by a rule only when the refusal is stored under its key', () => {
    for (const table of [new SimulatedTable(), tableWith(undefined), tableWith({ status: 200 })])
      expect(() => answerAudit(table, asked, answered(422), { wrote: new Set() })).toThrow('I13');
  });

  it('may refuse although an operation was written, when that operation is stored under its key', () => {
    const wrote = new Set(['claim', 'operation', 'wallet']);
    expect(() => answerAudit(tableWith({ status: -1 }, 'op_1'), asked, answered(422), { wrote })).not.toThrow();
  });
});
