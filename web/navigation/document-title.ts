import { useEffect } from 'react';

/** Title of the document for a page: `Dashboard · Satchel`. */
export function documentTitle(page: string): string {
  return `${page} · Satchel`;
}

/** Titles the document by the subject of the page, such as a card or a person, once it is known. */
export function useSubjectTitle(subject: string | undefined): void {
  useEffect(() => {
    if (subject !== undefined) document.title = documentTitle(subject);
  }, [subject]);
}
