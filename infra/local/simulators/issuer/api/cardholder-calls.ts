import type { Holder, JsonObject } from '../books/records.ts';
import { requireHolder } from '../engine/find-records.ts';
import { registerHolder, type HolderInput } from '../engine/holders.ts';
import { type Call, type CallHandler, type Issuer, success } from '../engine/issuer.ts';
import { refusal, refusals } from '../engine/issuer-refusal.ts';
import { FieldReader, queryPage, queryText } from './field-reader.ts';
import { isStateOf, statesOfCountries } from './states-of-countries.ts';
import { holderView, page } from './views.ts';

function readAddress(address: FieldReader): JsonObject {
  const names = ['address', 'city', 'state', 'country', 'postal_code', 'house_no'] as const;
  return Object.fromEntries(names.map((name) => [name, address.filledText(name)]));
}

function letters(name: string): number {
  return name.replaceAll(/[^\p{L}]/gu, '').length;
}

/** Refuses bad names in the issuer's own words. These checks come after the schema's. */
function refuseBadNames(firstName: string, lastName: string): void {
  if (letters(firstName) < 3) throw refusal(400, 'Invalid firstname, a valid name should have a minimum of 3 letters');
  if (letters(lastName) < 3) throw refusal(400, 'Invalid lastname, a valid name should have a minimum of 3 letters');
}

function refuseBadState(address: JsonObject): void {
  const { state, country } = address;
  if (!isStateOf(String(country), String(state)))
    throw refusal(400, 'Invalid state, it is not a state of this country');
}

function refuseBadIdentity(identity: JsonObject): void {
  const image = identity['selfie_image'] ?? identity['id_image'];
  if (image !== undefined && !(typeof image === 'string' && URL.canParse(image))) {
    throw refusal(400, 'Invalid selfie image, it should be a URL that can be fetched');
  }
  if (typeof identity['bvn'] === 'string' && !/^\d{10,14}$/.test(identity['bvn'])) throw refusal(400, 'Invalid BVN');
}

function readRegistration(issuer: Issuer, call: Call): HolderInput {
  const fields = new FieldReader(call.body);
  const required = issuer.settings().holderIdentity === 'required';
  const address = readAddress(fields.within('address', fields.object('address')));
  const identity = required ? fields.object('identity') : fields.optionalObject('identity');
  if (required) fields.within('identity', identity ?? {}).filledText('id_type');
  const input: HolderInput = {
    firstName: fields.filledText('first_name'),
    lastName: fields.filledText('last_name'),
    phone: fields.filledText('phone'),
    email: fields.filledText('email_address'),
    address,
    identity,
    metaData: fields.optionalObject('meta_data') ?? {},
    livemode: call.base === 'live',
  };
  fields.finish();
  if (!/^[^@\s]+@[^@\s]+$/.test(input.email)) throw refusal(400, 'Invalid email address');
  refuseBadNames(input.firstName, input.lastName);
  refuseBadState(address);
  if (identity) refuseBadIdentity(identity);
  return input;
}

/** `POST cardholder/register_cardholder_synchronously`: the holder is verified when the answer comes. */
export const registerSynchronously: CallHandler = (issuer, call) => {
  const holder = registerHolder(issuer, readRegistration(issuer, call), 'synchronously', call.effects);
  return success(201, 'The cardholder has been successfully registered and verified', { cardholder_id: holder.id });
};

/** `POST cardholder/register_cardholder`: verified, failed or under review later, by event. */
export const registerAsynchronously: CallHandler = (issuer, call) => {
  const holder = registerHolder(issuer, readRegistration(issuer, call), 'asynchronously', call.effects);
  return success(201, 'The cardholder is being verified', { cardholder_id: holder.id });
};

/** `GET cardholder/get_cardholder?cardholder_id=`. A blacklisted holder can still be read. */
export const getCardholder: CallHandler = (issuer, call) => {
  const holder = issuer.books.holders.get(queryText(call.query, 'cardholder_id'));
  if (!holder || holder.deleted) throw refusals.noHolder();
  return success(200, 'Cardholder fetched successfully', holderView(holder));
};

/** `PATCH cardholder/update_cardholder`: any of the registration's fields but the identity. */
export const updateCardholder: CallHandler = (issuer, call) => {
  const fields = new FieldReader(call.body);
  const id = fields.filledText('cardholder_id');
  const address = fields.optionalObject('address');
  const metaData = fields.optionalObject('meta_data');
  const changes = {
    firstName: fields.optionalText('first_name', ''),
    lastName: fields.optionalText('last_name', ''),
    phone: fields.optionalText('phone', ''),
    email: fields.optionalText('email_address', ''),
  };
  fields.finish();
  const holder = requireHolder(issuer, id);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== ''));
  const updated: Holder = {
    ...holder,
    ...given,
    address: { ...holder.address, ...address },
    metaData: metaData ?? holder.metaData,
  };
  refuseBadNames(updated.firstName, updated.lastName);
  refuseBadState(updated.address);
  issuer.books.holders.put(updated);
  return success(200, 'Cardholder updated successfully', { cardholder_id: id });
};

/** `DELETE cardholder/delete_cardholder/{cardholder_id}`: only without living cards. */
export const deleteCardholder: CallHandler = (issuer, call) => {
  const holder = requireHolder(issuer, call.params['cardholder_id'] ?? '');
  if (issuer.books.cards.where('holderId', holder.id).some((card) => card.state === 'active')) {
    throw refusal(400, 'This cardholder still has cards, delete them first');
  }
  issuer.books.holders.put({ ...holder, deleted: true });
  return success(200, 'Cardholder deleted successfully', { cardholder_id: holder.id });
};

/** `GET cards/get_all_cardholder?page=`, newest first. */
export const listCardholders: CallHandler = (issuer, call) => {
  const holders = issuer.books.holders.all().filter((holder) => !holder.deleted);
  const { items, meta } = page(holders.toReversed(), queryPage(call.query));
  return success(200, 'Cardholders fetched successfully', { cardholders: items.map(holderView), meta });
};

/** `GET cardholder/get_all_states?country=`. */
export const listStates: CallHandler = (_issuer, call) => {
  const states = statesOfCountries.get(queryText(call.query, 'country').trim().toLowerCase());
  return success(200, 'States fetched successfully', { states: states ?? [] });
};
