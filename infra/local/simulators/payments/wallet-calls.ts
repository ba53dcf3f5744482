import type { ProviderCall, ProviderContext } from './provider-call.ts';
import { qrPngDataUri, simulatedQrText } from './qr-image.ts';
import { Refusal, RequestFields } from './request-fields.ts';
import type { StaticWallet } from './static-wallet.ts';

const create: ProviderCall = ({ parts, wallets }, body) => {
  const fields = new RequestFields(body);
  const currency = (fields.text('currency', { required: true }) ?? '').toUpperCase();
  const network = (fields.text('network', { required: true }) ?? '').toLowerCase();
  const orderId = fields.text('order_id', { required: true, min: 1, max: 100, pattern: /^[A-Za-z0-9_-]+$/ }) ?? '';
  const urlCallback = fields.url('url_callback', 6, 255);
  fields.text('from_referral_code');
  fields.check();
  if (parts.market.service(currency, network)?.isAvailable !== true) throw new Refusal('The service was not found');
  const wallet = wallets.open(orderId, currency, network, urlCallback);
  return {
    wallet_uuid: wallet.uuid,
    uuid: wallet.uuid,
    address: wallet.address,
    network: wallet.network,
    currency: wallet.currency,
    url: `${parts.baseUrl()}/wallet/${wallet.uuid}`,
  };
};

const qr: ProviderCall = (context, body) => {
  const fields = new RequestFields(body);
  const uuid = fields.text('merchant_payment_uuid', { required: true }) ?? '';
  fields.check();
  const { currency, network, address } = walletOf(context, uuid);
  return { image: qrPngDataUri(simulatedQrText(currency, network, address)) };
};

const blockAddress: ProviderCall = (context, body) => {
  const fields = new RequestFields(body);
  const { uuid, orderId } = fields.reference();
  fields.flag('is_force_refund');
  fields.flag('is_refund');
  fields.check();
  const wallet = walletOf(context, orderId ?? uuid ?? '');
  context.wallets.block(wallet);
  return { uuid: wallet.uuid, status: 'blocked' };
};

const refundBlocked: ProviderCall = (context, body) => {
  const fields = new RequestFields(body);
  const { uuid, orderId } = fields.reference();
  fields.text('address', { required: true, min: 10, max: 128 });
  fields.check();
  return context.wallets.refundBlocked(walletOf(context, uuid ?? orderId ?? ''));
};

/** The calls about static wallets by path. */
export const walletCalls: Readonly<Record<string, ProviderCall>> = {
  '/v1/wallet': create,
  '/v1/wallet/qr': qr,
  '/v1/wallet/block-address': blockAddress,
  '/v1/wallet/blocked-address-refund': refundBlocked,
};

function walletOf({ wallets }: ProviderContext, reference: string): StaticWallet {
  const wallet = wallets.find(reference);
  if (wallet === null) throw new Refusal('Wallet not found');
  return wallet;
}
