import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const lib = (...names: readonly string[]) => names.map((name) => `web/lib/${name}.test.ts`);
const worker = ['web/service-worker/*.test.ts'];
const cards = ['web/features/cards/*.test.ts'];
const deposits = ['web/features/deposits/*.test.ts'];

/** Faults of the site's own rules, as far as no browser is needed to see them. */
export const faultsOfSite: readonly PlantedBug[] = [
  ...faultsIn('web/lib/api-error.ts', lib('api-error', 'api', 'intent-key'), [
    ['a call without an answer is known to have failed', 'this.status === undefined ||', 'this.status === 0 ||'],
    ['an error of ours is known to have done nothing', "      this.code === 'Internal' ||\n", ''],
    ['a busy reply is known to have done nothing', "      this.code === 'Busy' ||\n", ''],
    [
      'a gateway’s error is known to have done nothing',
      '(this.status >= 500 && this.code === undefined)',
      '(this.status >= 600 && this.code === undefined)',
    ],
    [
      'the faults of fields are not shown',
      '    fields,\n    retryAfterSeconds: Number',
      '    retryAfterSeconds: Number',
    ],
    ['the time to try again is dropped', 'Number.isFinite(retryAfter) ? retryAfter : undefined', 'undefined'],
  ]),
  ...faultsIn('web/lib/api.ts', lib('api', 'session-hint', 'early-reads'), [
    ['an id in an address is not escaped', 'encodeURIComponent(value))', 'value)'],
    ['a field that is not given is sent as undefined', '    .filter(([, value]) => value !== undefined)\n', ''],
    [
      'a payment is sent without its key',
      "if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);",
      '',
    ],
    ['a reply may come from the cache', "cache: 'no-store',", "cache: 'default',"],
    ['a call is not repeated after a renewal', '    response = await send(id, input);\n', ''],
    ['a wrong password renews the session', "if (!error.is('InvalidAccessToken')) throw error;", ''],
    [
      'trouble while renewing signs out',
      'if (error.status === 401 || error.status === 403) noteSession(false);',
      'noteSession(false);',
    ],
    [
      'a refusal while renewing signs nobody out',
      'if (error.status === 401 || error.status === 403) noteSession(false);',
      '',
    ],
    [
      'a sign-in does not wait for a renewal',
      'signIns.has(id) ? session.afterwards(() => send(id, input)) : send(id, input)',
      'send(id, input)',
    ],
    [
      'a connection that fails is an error of the program',
      '    throw new ApiError({});\n',
      '    throw new TypeError("failed");\n',
    ],
    [
      'what was read before a change is shown after it',
      "if (method !== 'GET' || id === 'auth.logout') dropEarlyReads();",
      '',
    ],
    ['a reply that was refused early is shown', 'if (reply?.ok) return reply;', 'if (reply) return reply;'],
  ]),
  ...faultsIn('web/lib/next-cursor.ts', lib('next-cursor'), [
    ['the link to the page before leads on', '?next(?:', '?(?:next|prev)(?:'],
  ]),
  ...faultsIn('web/lib/session-hint.ts', lib('session-hint'), [
    ['a browser without storage never asks who is signed in', '    return true;\n', '    return false;\n'],
    [
      'a guest asks on every page',
      'localStorage.getItem(hintKey) !== null',
      'localStorage.getItem(hintKey) !== undefined',
    ],
  ]),
  ...faultsIn('web/lib/session-hint.ts', lib('last-balances'), [
    [
      'balances outlive the session of their owner',
      '    if (session !== localStorage.getItem(hintKey)) forgetLastBalances();\n',
      '',
    ],
  ]),
  ...faultsIn('web/lib/session-loss.ts', lib('last-balances'), [
    ['balances outlive a suspension', "  if (why !== 'other') forgetLastBalances();\n", ''],
  ]),
  ...faultsIn('web/lib/last-balances.ts', lib('last-balances'), [
    ['balances are kept after the sign-out', '    if (!isSessionOf(balances.owner)) return;\n', ''],
    ['balances are shown to another person', 'kept && isSessionOf(kept.owner) && ', 'kept && '],
    ['balances are kept for ever', ' && Date.now() - kept.readAtMs < lifetimeMs', ''],
  ]),
  ...faultsIn('web/service-worker/answered-by.ts', worker, [
    ['the worker answers calls of the API', "page.startsWith('/api') || ", ''],
    ['the worker answers what is no read', "asked.method !== 'GET' || ", ''],
    ['the sign-in page is the app', ' || shell.documents.includes(page.toLowerCase())', ''],
  ]),
  ...faultsIn('web/service-worker/shell-cache.ts', worker, [
    ['a page is kept with the files of another build', ' || !(await page.clone().text()).includes(shell.entry)', ''],
    ['shells of older builds pile up', ' && name !== cacheNameOf(shell)', ' && name === cacheNameOf(shell)'],
    [
      'files are kept as the person who asked sees them',
      "new Request(file, { credentials: 'omit' })",
      'new Request(file, {})',
    ],
  ]),
  ...faultsIn('web/lib/session-refresh.ts', lib('api'), [
    ['every call renews for itself', 'running ??= alone', 'running = alone'],
    ['a tab renews what another has just renewed', '        if (at > requestSentAt && at <= Date.now()) return;\n', ''],
    [
      'other tabs do not learn of a renewal',
      '    localStorage.setItem(refreshedAtKey, String(refreshedHereAt));\n',
      '',
    ],
    ['only the first renewal is ever made', '        running = undefined;\n', ''],
    ['a sign-in does not wait for the renewal that is under way', '      await running?.catch(() => undefined);\n', ''],
  ]),
  ...faultsIn('web/lib/early-reads.ts', lib('early-reads'), [
    ['what was read early is shown twice', '  delete early[address];\n', ''],
    [
      'what was read early is fresh for ever',
      'if (performance.now() >= freshForMs) return undefined;',
      'void freshForMs;',
    ],
  ]),
  ...faultsIn('web/lib/use-list.ts', lib('use-list'), [
    [
      'a list of everything ends with its first page',
      'while (nextCursor !== undefined && linesRead < end)',
      'while (nextCursor !== undefined && linesRead < 0)',
    ],
    ['more rows are asked for than the API gives', 'Math.min(limits.listMax,', 'Math.max(limits.listMax,'],
  ]),
  ...faultsIn(
    'web/navigation/paths.ts',
    ['web/navigation/paths.test.ts'],
    [
      ['a sign-in leads to another site', '/^\\/(?![/\\\\])/', '/^\\//'],
      ['a sign-in leads to another site by a backslash', '/^\\/(?![/\\\\])/', '/^\\/(?!\\/)/'],
      [
        'a sign-in forgets the page that was asked for',
        '? remembered : paths.dashboard',
        '? paths.dashboard : paths.dashboard',
      ],
      ['a referrer’s id in an address is not escaped', '?ref=${encodeURIComponent(referrerId)}', '?ref=${referrerId}'],
    ],
  ),
  ...faultsIn(
    'web/features/auth/reset-link.ts',
    ['web/auth/*.test.ts'],
    [
      ['a reset link that is over is shown', 'code && exp > nowMs ?', 'code && exp > 0 ?'],
      ['a reset link without an end is shown', '|| Number.NaN)', '|| Infinity)'],
    ],
  ),
  ...faultsIn(
    'web/features/auth/password-strength.ts',
    ['web/auth/*.test.ts'],
    [
      ['seven characters are enough', '{8}', '{7}'],
      ['a space is a special character', '/[^A-Za-z\\d\\s]/', '/[^A-Za-z\\d]/'],
    ],
  ),
  ...faultsIn('web/features/cards/load-check.ts', cards, [
    [
      'a load may leave less than nothing',
      'if (quote.totalCents > facts.accountBalance) {',
      'if (quote.amountCents > facts.accountBalance) {',
    ],

    [
      'a card may hold more than it may',
      'if (quote.amountCents > roomOf(facts)) return',
      'if (quote.amountCents > facts.cardBalanceLimit) return',
    ],
    [
      'the whole is shown to be missing',
      'missingCents: minus(quote.totalCents, facts.accountBalance)',
      'missingCents: quote.totalCents',
    ],
    [
      'the most that can be loaded forgets the room of the card',
      'least(all.amountCents, roomOf(means))',
      'all.amountCents',
    ],
    [
      'a fee is never in the amount',
      'quoteLoad(requestedCents, facts.includesFee, facts.prices)',
      'quoteLoad(requestedCents, false, facts.prices)',
    ],
  ]),
  ...faultsIn('web/features/cards/withdraw-check.ts', cards, [
    [
      'everything may be withdrawn',
      'if (sums.staysCents >= limits.cardMinimumCents) return { sums };',
      'if (sums.staysCents >= 0) return { sums };',
    ],
    [
      'a withdrawal makes the balance smaller',
      'balanceCents: sum(accountBalance, amountCents)',
      'balanceCents: minus(accountBalance, amountCents)',
    ],
    ['the most that can leave is all', 'minus(cardBalance, limits.cardMinimumCents) : zero', 'cardBalance : zero'],
  ]),
  ...faultsIn('web/features/cards/create-card-blocker.ts', cards, [
    ['one card more may be made', 'cardCount >= limits.cardsPerUser', 'cardCount > limits.cardsPerUser'],
    ['a card may be made without the money', 'balance <= fee', 'balance < 0'],
  ]),
  ...faultsIn('web/features/cards/time-left.ts', cards, [
    ['time that is left is rounded down', 'Math.ceil(leftMs / 1000)', 'Math.floor(leftMs / 1000)'],
    ['seconds have one digit', ".padStart(2, '0')", ''],
  ]),
  ...faultsIn('web/features/cards/card-words.ts', cards, [
    ['what was declined has a sign', "  if (transaction.status === 'declined') return amount;\n", ''],
    ['what comes in has a minus', "isCredit(transaction) ? '+' : '−'", "isCredit(transaction) ? '−' : '+'"],
    [
      'a direction in another letter case is a debit',
      'card_transaction_type.toLowerCase() ===',
      'card_transaction_type ===',
    ],
    ['a picture may come from anywhere in the clear', 'http:\\/\\/127\\.0\\.0\\.1:', 'http:\\/\\/'],
  ]),
  ...faultsIn('web/features/deposits/decimal.ts', deposits, [
    [
      'an amount of coins is cut instead of rounded',
      '(numerator + denominator / 2n) / denominator',
      'numerator / denominator',
    ],
  ]),
  ...faultsIn('web/features/deposits/countdown.ts', deposits, [
    [
      'a quote that is over counts on',
      'Math.max(0, Math.ceil(milliseconds / 1000))',
      'Math.abs(Math.ceil(milliseconds / 1000))',
    ],
    ['the end of a quote is not shown', 'if (milliseconds <= 0)', 'if (milliseconds < 0)'],
  ]),
  ...faultsIn('web/features/deposits/address-parts.ts', deposits, [
    ['an address that begins right is the address', 'compact === address', 'address.startsWith(compact)'],
    ['fewer characters are compared', 'const emphasised = 6;', 'const emphasised = 4;'],
  ]),
  ...faultsIn(
    'shared/csv.ts',
    ['shared/csv.test.ts'],
    [
      ['a spreadsheet runs what a merchant is called', "startsFormula.test(cell) ? `'${cell}` : cell", 'cell'],
      ['a quote in a cell ends it', `safe.replaceAll('"', '""')`, 'safe'],
      ['a file does not say that it is UTF-8', '`\\ufeff${lines', '`${lines'],
    ],
  ),
  ...faultsIn(
    'web/features/referrals/payout-progress.ts',
    ['web/features/referrals/*.test.ts'],
    [['a payout is ready a percent early', 'Math.floor(((unit', 'Math.ceil(((unit']],
  ),
  ...faultsIn(
    'web/features/dashboard/next-steps.ts',
    ['web/features/dashboard/*.test.ts'],
    [['the last step that is not done comes next', 'steps.find((step)', 'steps.findLast((step)']],
  ),
  ...faultsIn(
    'web/ui/money.tsx',
    ['web/ui/*.test.ts'],
    [
      ['money is a hundred times as much', 'Math.abs(amountInCents) / 100', 'Math.abs(amountInCents)'],
      ['what goes out has no sign', "amountInCents < 0 ? '\\u2212'", "amountInCents < 0 ? ''"],
    ],
  ),
  ...faultsIn(
    'web/ui/only-digits.ts',
    ['web/ui/*.test.ts'],
    [
      ['a code has more digits than it has', '.slice(0, length)', ''],
      ['letters are digits', "text.replaceAll(/\\D/g, '')", 'text'],
    ],
  ),
  ...faultsIn(
    'web/ui/page-numbers.ts',
    ['web/ui/*.test.ts'],
    [['the last page has no button', 'if (pages > 1) numbers.push(pages);', '']],
  ),
  ...faultsIn(
    'web/build/html.ts',
    ['web/build/html.test.ts'],
    [
      [
        'a title may hold markup',
        "text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')",
        "text.replaceAll('&', '&amp;')",
      ],
      ['a script from a file is taken for one of ours', "if (!attributes.includes('src=')) scripts", 'scripts'],
      ['an inline script may name a file of the build', 'cspHash(withoutFiles(text))', 'cspHash(text)'],
      ['the data of a script ends its tag', ".replaceAll('>', '&gt;')", ''],
      [
        'the site’s policy hashes by another rule',
        "createHash('sha256').update(inline)",
        "createHash('sha256').update(inline.trim())",
      ],
    ],
  ),
  ...faultsIn(
    'web/build/contract-facts.ts',
    ['web/build/contract-facts.test.ts', ...lib('contract-facts')],
    [['the contract’s schemas reach browsers', "enforce: 'pre',\n", 'apply: () => false,\n']],
  ),
  ...faultsIn(
    'web/features/history/whole-statement.ts',
    ['web/features/history/whole-statement.test.ts'],
    [['a divided statement lacks fees', 'fees: sum(earlier.fees, later.fees)', 'fees: later.fees']],
  ),
  ...faultsIn(
    'web/features/cards/load-check.ts',
    ['web/features/cards/load-check.test.ts'],
    [
      [
        'the most to pay leaves a cent',
        'all.amountCents <= roomOf(means) ? all.totalCents : most.totalCents',
        'most.totalCents',
      ],
    ],
  ),
  ...faultsIn('web/features/deposits/deposit-stage.ts', deposits, [
    [
      'a credit is not shown once its quote has expired',
      "expired: (deposit) => (deposit.amountPaid > 0 ? 'credited' : 'expired')",
      "expired: () => 'expired'",
    ],
    ['a payment before the end of its quote is late', 'deposit.events.slice(expiredAt + 1)', 'deposit.events'],
  ]),
  ...faultsIn('web/features/deposits/token-contracts.ts', deposits, [
    [
      'a wallet on BSC is asked for a trillionth of the dollars',
      "BSC: { decimals: 18, contract: '0x8AC7",
      "BSC: { decimals: 6, contract: '0x8AC7",
    ],
  ]),
  ...faultsIn('web/features/deposits/deposit-amount.ts', deposits, [
    ['the smallest deposit is refused', 'amount < limits.depositMinCents', 'amount <= limits.depositMinCents'],
  ]),
  ...faultsIn(
    'web/session/referral-notice.ts',
    ['web/session/referral-notice.test.ts'],
    [
      [
        'the referral notice is shown again and again',
        "    if (localStorage.getItem(shownKey) === 'true') return undefined;\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'web/features/float/float-words.ts',
    ['web/features/float/float-words.test.ts'],
    [
      ['the lowest float of a day is its last one', 'Math.min(lowest, day.lowest ?? lowest)', 'lowest'],
      [
        'staff are not warned of an old reading of the float',
        'if (report.isOld) {',
        "if (report.isOld && report.breaker === 'open') {",
      ],
    ],
  ),
  ...faultsIn('web/lib/api.ts', lib('session-hint'), [
    ['a closed account stays signed in', "id === 'auth.logout' || id === 'user.close'", "id === 'auth.logout'"],
  ]),
  ...faultsIn('web/lib/intents.ts', lib('intents'), [
    [
      'a request that never arrived is asked about for good',
      'open !== undefined && open.isLost !== true',
      'open !== undefined',
    ],
  ]),
  ...faultsIn(
    'web/lib/session-refresh.ts',
    ['web/lib/api.test.ts'],
    [
      [
        'two tabs renew the session at once',
        "typeof navigator !== 'undefined' && 'locks' in navigator ?",
        "typeof navigator === 'undefined' ?",
      ],
    ],
  ),
  ...faultsIn(
    'web/lib/api-error.ts',
    ['web/lib/api-error.test.ts'],
    [
      [
        'every refusal shows a reference',
        'return error.code === undefined || (error.status ?? 0) >= 500 ? error.requestId : undefined;',
        'return error.requestId;',
      ],
      [
        'a failure that did nothing has no reference',
        'retryAfterSeconds, requestId, notSent: true',
        'retryAfterSeconds, notSent: true',
      ],
    ],
  ),
  ...faultsIn(
    'web/build/page-preloads.ts',
    ['web/build/page-preloads.test.ts'],
    [['a renewal ends with its page', 'keepalive:true', 'keepalive:false']],
  ),
  ...faultsIn(
    'web/build/script-record.ts',
    ['web/build/script-record.test.ts'],
    [['the policy keeps the oldest scripts', '.slice(0, beforeMax)', '.slice(-beforeMax)']],
  ),
  ...faultsIn(
    'web/features/deposits/deposit-stage.ts',
    ['web/features/deposits/deposit-stage.test.ts'],
    [
      [
        'the rest of a deposit cannot be paid once its quote has ended',
        "return stage === 'partial' || (stage === 'waiting' && !hasEnded);",
        "return (stage === 'partial' || stage === 'waiting') && !hasEnded;",
      ],
      ['a deposit without a payment is late', 'event.amountPaid > 0);', 'event.amountPaid >= 0);'],
    ],
  ),
  ...faultsIn(
    'web/features/history/spending.ts',
    ['web/features/history/spending.test.ts'],
    [['in January nothing was spent in December', 'at.getFullYear() * 12 + at.getMonth()', 'at.getMonth()']],
  ),
  ...faultsIn(
    'web/features/cards/decline-fix.ts',
    ['web/features/cards/decline-fix.test.ts'],
    [['a decline of last month asks for a load', 'const offeredForMs = 3 * 24', 'const offeredForMs = 30 * 24']],
  ),
];
