import { handler } from '#functions/api/cards/list.ts';
import { cardListSuite } from '#test/support/card-list-suite.ts';

cardListSuite('cards.list', 'GET /cards', handler);
