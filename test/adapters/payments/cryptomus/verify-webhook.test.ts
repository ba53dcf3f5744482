import { describe, expect, it } from 'vitest';

import { signBody } from '#functions/adapters/payments/cryptomus/signature.ts';
import { readHint } from '#functions/adapters/payments/cryptomus/transform.ts';
import { verifyWebhook } from '#functions/adapters/payments/cryptomus/verify-webhook.ts';
import { paymentKey, payoutKey, webhooks } from './vectors.ts';

const { W1, W2, W3, W9 } = webhooks;

function verify(body: string, key = paymentKey) {
  return verifyWebhook(Buffer.from(body), [key]);
}

/** The members with the `sign` that the provider would add. */
function signed(members: string): string {
  return members.replace(/\}$/, `,"sign":"${signBody(members, paymentKey)}"}`);
}

/** W1 with another `sign`, which is given as JSON. */
function withSign(sign: string): string {
  return W1.replace(/"sign":"[0-9a-f]{32}"/, `"sign":${sign}`);
}

const moved = W1.replace(/^\{(.*),("sign":"[0-9a-f]{32}")\}$/, '{$2,$1}');
const swapped = W1.replace(/^\{("type":"payment"),("uuid":"[^"]+")/, '{$2,$1');
const signW1 = /"sign":"([0-9a-f]{32})"/.exec(W1)?.[1] ?? '';

describe('a webhook of the provider', () => {
  it.each(Object.entries(webhooks))('%s is authentic', (name, body) => {
    const members = verify(body, name === 'W9' ? payoutKey : paymentKey);
    expect(members).toBeDefined();
    expect(members).not.toHaveProperty('sign');
  });

  it.each([
    ['T1 pretty-printed', JSON.stringify(JSON.parse(W1), null, 2)],
    ['T2 with its slashes unescaped in transit', W3.replaceAll('\\/', '/')],
    ['T3 with sign in the first place', moved],
  ])('%s is authentic, because it is encoded again as PHP does', (_title, body) => {
    expect([W1, W3]).not.toContain(body);
    expect(verify(body)).toBeDefined();
  });

  it.each([
    ['a number with idle zeros', '{"type":"payment","uuid":"u","order_id":"o","status":"paid","commission":15.00}'],
    ['a large number', '{"type":"payment","uuid":"u","order_id":"o","status":"paid","block":12345678901234567890}'],
    ['a letter that is escaped', '{"type":"payment","uuid":"u","order_id":"o","status":"paid","note":"caf\\u00e9"}'],
    ['an unescaped slash', '{"type":"payment","uuid":"u","order_id":"o","status":"paid","note":"a/b"}'],
    ['a blank', '{"type":"payment", "uuid":"u","order_id":"o","status":"paid"}'],
  ])('is authentic by its raw bytes: %s, which encoding again would change', (_title, members) => {
    const { type, uuid } = JSON.parse(members) as Record<string, unknown>;
    expect(verify(signed(members))).toMatchObject({ type, uuid });
    expect(verify(signed(members).replace('"paid"', '"fail"'))).toBeUndefined();
  });

  it.each([
    ['N1 another amount', W1.replace('"payment_amount":"50.01000000"', '"payment_amount":"5001.00000000"')],
    ['N2 another status', W2.replace('"status":"confirm_check"', '"status":"paid"')],
    ['N3 no sign', W1.replace(/,"sign":"[0-9a-f]{32}"/, '')],
    ['N4 an empty sign', withSign('""')],
    ['N5 a sign in an array', withSign(`["${signW1}"]`)],
    ['N6 a null sign', withSign('null')],
    ['N7 the payout key', withSign('"16d4572f070ecc4deca0fe395cd92815"')],
    ['N8 two members swapped', swapped],
    ['N9 signed over unescaped slashes', W3.replace(/"sign":".*"/, '"sign":"df44df43656a0c12a0fc294827d1ecc8"')],
    ['N10 sign in upper case', withSign(`"${signW1.toUpperCase()}"`)],
    ['N11 an array', '[]'],
    ['N11 null', 'null'],
    ['N11 a string', '"x"'],
    ['N11 nothing', ''],
    ['N11 no JSON', '{"type":"payment"'],
    ['N12 a payout', W9],
    ['a number for sign', withSign('12345678901234567890123456789012')],
    ['sign twice, the good one last', W1.replace('{', `{"sign":"${'0'.repeat(32)}",`)],
    ['sign twice, the second one escaped', W1.replace('{', `{"\\u0073ign":"${signW1}",`)],
    ['any other member twice', W1.replace('{', '{"status":"check",')],
    ['a byte order mark', `\uFEFF${W1}`],
    ['a member after the sign', W1.replace(/\}$/, ',"amount":"5000.00000000"}')],
    ['a member after the sign that ends as one', W1.replace(/\}$/, `,"sign2":"${signW1}"}`)],
    ['a member before all others', W1.replace('{', '{"zzz":"1",')],
    ['white space after the end, and a member before it', `${W1.replace(/\}$/, ',"a":1}')}\n`],
  ])('is refused: %s', (_title, body) => {
    expect([W1, W2, W3]).not.toContain(body);
    expect(verify(body)).toBeUndefined();
  });

  it('is authentic by the present or the earlier key during a rotation, and by no third one', () => {
    for (const keys of [
      ['a-new-key', paymentKey],
      [paymentKey, 'the-key-before'],
    ]) {
      expect(verifyWebhook(Buffer.from(W1), keys)).toBeDefined();
      expect(verifyWebhook(Buffer.from(moved), keys)).toBeDefined();
    }
    expect(verifyWebhook(Buffer.from(W1), ['a-new-key', 'the-key-before'])).toBeUndefined();
    expect(verifyWebhook(Buffer.from(W1), [])).toBeUndefined();
  });

  it('is refused beyond 64 KB, however well it is signed', () => {
    expect(verify(signed(`{"type":"payment","additional_data":"${'x'.repeat(60_000)}"}`))).toBeDefined();
    expect(verify(signed(`{"type":"payment","additional_data":"${'x'.repeat(66_000)}"}`))).toBeUndefined();
  });

  it('is refused when its bytes are no UTF-8', () => {
    const broken = Buffer.from(W1);
    broken[20] = 0xff;
    expect(verifyWebhook(broken, [paymentKey])).toBeUndefined();
  });

  it('is refused without an exception when it nests deeper than the stack', () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"sign":"${signBody('', paymentKey)}"}`;
    expect(verify(deep)).toBeUndefined();
  });

  it('may hold the same name in an inner object', () => {
    expect(verify(signed('{"type":"payment","convert":{"type":"x"}}'))).toEqual({
      type: 'payment',
      convert: { type: 'x' },
    });
  });
});

describe('the hint of an authentic webhook', () => {
  it('names the payment and the claimed state', () => {
    expect(readHint(verify(W3))).toEqual({
      reference: 'dep_01J9ZK3V7Q',
      paymentId: '5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
      claimedStatus: 'paid_over',
    });
  });

  it('is undefined for a static wallet, a payout or an empty body', () => {
    expect(readHint(verify(webhooks.W8))).toBeUndefined();
    expect(readHint(verify(W9, payoutKey))).toBeUndefined();
    expect(readHint(verify('{}'))).toBeUndefined();
  });
});
