import { readFileSync } from 'node:fs';
import path from 'node:path';

const tokens = readFileSync(path.resolve(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8');

/** The look of the API's page: the site's own colours and sizes, and a layout of its own. */
export const docsStyle = `${tokens}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--bg); color: var(--text); font: 400 var(--text-m)/1.55 var(--font); overflow-wrap: anywhere; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: var(--space-5) var(--space-4); font-size: var(--text-s); }
nav h2 { margin: var(--space-4) 0 var(--space-1); font-size: var(--text-xs); letter-spacing: .08em; text-transform: uppercase; color: var(--text-2); }
nav a { display: block; padding: .2rem .5rem; border-radius: var(--radius-s); color: var(--text); text-decoration: none; }
nav a:hover { background: var(--surface-2); }
main { padding: var(--space-6) var(--space-5) var(--space-8); }
h1 { margin: 0; font-size: var(--text-3xl); letter-spacing: -.02em; }
h2 { margin: var(--space-7) 0 var(--space-1); font-size: var(--text-2xl); letter-spacing: -.01em; text-transform: capitalize; }
h3 { margin: var(--space-5) 0 var(--space-2); font-size: var(--text-s); color: var(--text-2); }
a { color: var(--accent-text); }
.quiet { color: var(--text-2); }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .86em; }
p code, td code { padding: .1em .35em; border-radius: 5px; background: var(--surface-2); }
pre { margin: 0; padding: var(--space-3) var(--space-4); overflow-x: auto; border-radius: var(--radius-s); background: var(--surface-2); white-space: pre; overflow-wrap: normal; }
details { margin: var(--space-3) 0; border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--surface); box-shadow: var(--shadow-1); }
summary { display: flex; flex-wrap: wrap; gap: .35rem .75rem; align-items: baseline; padding: .8rem 1rem; cursor: pointer; list-style: none; border-radius: var(--radius-m); }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--surface-2); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary .words { flex-basis: 100%; color: var(--text-2); font-size: var(--text-s); }
.path { font-weight: 600; }
.method { min-width: 3.9rem; padding: .1rem .5rem; border-radius: 6px; text-align: center; font: 600 var(--text-xs)/1.5 ui-monospace, monospace; color: var(--info); background: var(--info-soft); }
.post { color: var(--success); background: var(--success-soft); }
.patch { color: var(--warning); background: var(--warning-soft); }
.delete { color: var(--danger); background: var(--danger-soft); }
.who { margin-left: auto; font-size: var(--text-xs); color: var(--text-2); }
.inside { padding: 0 1rem 1.1rem; }
table { width: 100%; border-collapse: collapse; font-size: var(--text-s); }
td { padding: .45rem .6rem .45rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td:first-child { width: 34%; }
.must { color: var(--danger); font-size: var(--text-xs); }
@media (max-width: 60rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: none; columns: 2; padding: var(--space-4); border-bottom: 1px solid var(--line); }
  nav h2 { break-after: avoid; }
  main { padding: var(--space-5) var(--space-4) var(--space-7); }
}
@media (max-width: 40rem) {
  nav a { padding: .45rem .25rem; }
  tr, td { display: block; width: auto; }
  td { padding: 0 0 .2rem; border: 0; }
  td:first-child { width: auto; padding-top: .5rem; border-top: 1px solid var(--line); }
  .who { margin-left: 0; flex-basis: 100%; }
}
`;
