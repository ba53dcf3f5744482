import type {
  CardIssuer,
  IssuerTransaction,
  IssuerTransactionPage,
  TransferCommand,
} from '#functions/ports/card-issuer.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { answered, echoed, isDeclined } from './answers.ts';
import { oncePerMs, type BridgecardClient, type CallAnswer } from './client.ts';
import {
  readAcceptedTransfer,
  readFloat,
  readTransaction,
  readTransactionPage,
  readTransferState,
} from './transform-transaction.ts';

type TransactionCalls = Pick<
  CardIssuer,
  'load' | 'unload' | 'readTransfer' | 'listTransactions' | 'readTransaction' | 'readFloat'
>;

/** The calls about money: loads, withdrawals and transactions. */
export function transactionCalls(client: BridgecardClient): TransactionCalls {
  async function transfer(name: string, command: TransferCommand): Promise<ProviderAnswer<'accepted'>> {
    const answer = await client.call({
      method: 'PATCH',
      path: `/cards/${name}`,
      body: {
        card_id: command.issuerCardId,
        amount: String(command.amountCents),
        transaction_reference: command.reference,
        currency: 'USD',
      },
      isRepeatable: false,
      rateLimitMs: oncePerMs.transfer,
      sendBeforeMs: command.sendBeforeMs,
    });
    // Nobody else uses the reference: if the issuer knows it, an earlier attempt was accepted.
    if (isDeclined(answer, 'duplicate_reference')) return { outcome: 'success', value: 'accepted' };
    const read = answered(name, answer, readAcceptedTransfer);
    const accepted = echoed(
      'transaction_reference or card_id',
      read,
      ({ reference, issuerCardId = command.issuerCardId }) =>
        reference === command.reference && issuerCardId === command.issuerCardId,
    );
    return accepted.outcome === 'success' ? { outcome: 'success', value: 'accepted' } : accepted;
  }

  async function findTransaction(
    issuerCardId: string,
    reference: string,
    name: 'client_transaction_reference' | 'bridgecard_transaction_reference',
  ): Promise<ProviderAnswer<IssuerTransaction | undefined>> {
    const query = { card_id: issuerCardId, [name]: reference };
    const answer = await client.get('/cards/get_card_transaction_by_id', query);
    if (isUnknownReference(answer)) return { outcome: 'success', value: undefined };
    const read = answered('get_card_transaction_by_id', answer, (json) => readTransaction(json, issuerCardId));
    const found = echoed(name, read, ({ references }) => references.includes(reference));
    return found.outcome === 'success' ? { outcome: 'success', value: found.value.transaction } : found;
  }

  async function listTransactions({
    issuerCardId,
    page,
  }: Parameters<CardIssuer['listTransactions']>[0]): Promise<ProviderAnswer<IssuerTransactionPage>> {
    const answer = await client.get('/cards/get_card_transactions', { card_id: issuerCardId, page: String(page) });
    const listed = answered('get_card_transactions', answer, (json) => readTransactionPage(json, issuerCardId));
    if (listed.outcome !== 'success' || !isOldestFirst(listed.value.transactions)) return listed;
    // The issuer does not guarantee that the newest comes first.
    const { pages, transactions } = listed.value;
    return { outcome: 'success', value: { pages, transactions: transactions.toReversed(), isOldestFirst: true } };
  }

  return {
    load: (command) => transfer('fund_card_asynchronously', command),
    unload: (command) => transfer('unload_card_asynchronously', command),

    async readTransfer({ issuerCardId, reference }) {
      const query = { card_id: issuerCardId, client_transaction_reference: reference };
      const answer = await client.get('/cards/get_card_transaction_status', query);
      if (answer.outcome === 'no_such_transaction') return { outcome: 'success', value: 'not_found' };
      if (!isUnknownReference(answer)) return answered('get_card_transaction_status', answer, readTransferState);
      // These words are not documented: they count only when the card's statement agrees.
      const line = await findTransaction(issuerCardId, reference, 'client_transaction_reference');
      if (line.outcome !== 'success') return line;
      if (line.value) return { outcome: 'success', value: 'successful' };
      // An issuer that refuses every question, of a closed account perhaps, says nothing about the reference: only a
      // statement that it does show can lack the line.
      const listed = await listTransactions({ issuerCardId, page: 1 });
      if (listed.outcome !== 'success') return listed;
      const isListed = listed.value.transactions.some(({ references = [] }) => references.includes(reference));
      return { outcome: 'success', value: isListed ? 'successful' : 'not_found' };
    },

    listTransactions,

    async readTransaction({ issuerCardId, reference }) {
      const ours = await findTransaction(issuerCardId, reference, 'client_transaction_reference');
      if (ours.outcome !== 'success' || ours.value) return ours;
      return findTransaction(issuerCardId, reference, 'bridgecard_transaction_reference');
    },

    async readFloat() {
      const answer = await client.get('/cards/get_issuing_wallet_balance');
      return answered('get_issuing_wallet_balance', answer, readFloat);
    },
  };
}

/**
 * True when the issuer does not know the reference. Its contract has no words for that, so every refusal without
 * another meaning counts as one.
 */
function isUnknownReference(answer: CallAnswer): boolean {
  return answer.outcome === 'no_such_transaction' || answer.outcome === 'unclear';
}

function isOldestFirst(transactions: readonly IssuerTransaction[]): boolean {
  const [first, last] = [transactions[0], transactions.at(-1)];
  return first !== undefined && last !== undefined && first.atMs < last.atMs;
}
