import type { RecordedExchange } from '../local/gateway/exchange-log.ts';
import type { OpenApiDocument } from './build-document.ts';
import { headers, type HeaderName } from './headers.ts';

const names = Object.keys(headers) as HeaderName[];

/** Compares the headers of recorded answers with those that the document declares, by status. */
export type HeaderJudge = {
  /** Notes an answer. Returns the names of headers that it carries and that no answer of its status declares. */
  readonly look: (exchange: Pick<RecordedExchange, 'status' | 'answerHeaders'>) => readonly HeaderName[];
  /** The declared headers that no answer has carried. */
  readonly neverSent: () => readonly HeaderName[];
};

/** Reads what a document declares. */
export function openHeaderJudge(document: OpenApiDocument): HeaderJudge {
  const declared = declaredHeaders(document);
  const sent = new Set<HeaderName>();
  return {
    look({ status, answerHeaders }) {
      const carried = names.filter((name) => name.toLowerCase() in answerHeaders);
      for (const name of carried) sent.add(name);
      // The document does not describe a status that no route declares (405 for an unknown route), so any header may
      // come with it.
      const allowed = declared.get(String(status));
      return allowed ? carried.filter((name) => !allowed.has(name)) : [];
    },
    neverSent: () =>
      [...new Set([...declared.values()].flatMap((each) => [...each]))].filter((name) => !sent.has(name)),
  };
}

/** Every header that an answer of a status may carry, whatever the call. */
function declaredHeaders({ paths, components }: OpenApiDocument): ReadonlyMap<string, ReadonlySet<HeaderName>> {
  const byStatus = new Map<string, Set<HeaderName>>();
  const written = components.responses as Readonly<Record<string, { readonly headers?: object }>>;
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const found = '$ref' in response ? written[response.$ref.replace(/^.*\//, '')] : response;
      const known = byStatus.get(status) ?? new Set<HeaderName>();
      for (const name of Object.keys(found?.headers ?? {})) known.add(name as HeaderName);
      byStatus.set(status, known);
    }
  }
  return byStatus;
}
