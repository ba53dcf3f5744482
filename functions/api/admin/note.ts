import { personFileRoutes } from '#shared/contract/person-file.ts';
import { addNote } from '#functions/domain/admin/add-note.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Adds a note to a person's file. */
export const handler = endpoint(personFileRoutes, 'admin.note', ({ caller, params, body }, services) =>
  addNote(services, { actorId: caller.user.userId, userId: params.id, text: body.text }),
);
