import path from 'node:path';

/** Where the API's document is kept: beside the contract that it is written from. */
export const documentFile = path.resolve(import.meta.dirname, '../../shared/contract/openapi.json');
