import type { ReactNode } from 'react';
import { PublicLayout } from './public-layout.tsx';
import './prose-page.css';

/** A page of text: title, a line beneath it, the text. */
export function ProsePage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <PublicLayout>
      <article className="prose">
        <h1>{title}</h1>
        <p className="prose-lead">{lead}</p>
        {children}
      </article>
    </PublicLayout>
  );
}
