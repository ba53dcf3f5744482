/**
 * Returns the reference of a line by the id of its journal record: our id of the order, deposit or adjustment, which
 * the site shows, or the issuer's reference of a card transaction. Empty for a record that nothing outside the books
 * refers to, such as the closing of an account.
 */
export function referenceOf(journalId: string): string {
  const id = journalId.replace(/:unclaimed$/, '').replace(/:emptied$/, '');
  const posted = /^crd_\w+:(?:purchase|fee|refund|reversal):(.+)$/.exec(id);
  if (posted) return posted[1] ?? '';
  const [head = ''] = id.split(':');
  return /^(?:crd|usr)_/.test(head) ? '' : head;
}
