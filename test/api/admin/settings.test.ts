import { handler } from '#functions/api/admin/settings.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

endpointSuite('admin.settings', { handler, good: async () => ({}), refusals: {} });
