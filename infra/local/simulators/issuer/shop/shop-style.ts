/** The page's style sheet: one ink, one accent, two schemes, one breakpoint. */
export const shopStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f1ea, #16150f);
  --paper: light-dark(#fffdf8, #201e17);
  --ink: light-dark(#221d12, #f2ecdd);
  --soft: light-dark(#665d4b, #b5ac97);
  --line: light-dark(#d9d1bf, #3b372b);
  --field: light-dark(#8a8069, #7d745f);
  --accent: light-dark(#1d4d3a, #9fd8b9);
  --on-accent: light-dark(#ffffff, #10261b);
  --yes: light-dark(#1b6b3a, #8fdcaa);
  --no: light-dark(#a32118, #ffb0a4);
  --shade: light-dark(rgb(60 45 10 / 9%), rgb(0 0 0 / 40%));
  font: 16px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
h1, h2 { font-family: Georgia, 'Times New Roman', serif; line-height: 1.15; margin: 0; text-wrap: balance; }
h1 { font-size: 2rem; }
h2 { font-size: 1.4rem; }
p { margin: 0; }
.lead { color: var(--soft); margin-block: .35rem 1.1rem; }
.banner {
  padding: .7rem 1.25rem; background: #14120b; color: #ffe9ad; text-align: center;
  border-block-end: 10px solid;
  border-image: repeating-linear-gradient(-45deg, #f5b800 0 14px, #14120b 14px 28px) 10;
}
.banner strong { font-size: 1.3rem; letter-spacing: .32em; margin-inline-end: .6em; color: #ffcf3f; }
.banner span { display: inline-block; }
main {
  max-width: 76rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; display: grid; gap: 2rem;
  grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); align-items: start;
}
.till { background: var(--paper); border: 1px solid var(--line); border-radius: 20px; padding: 1.6rem; box-shadow: 0 12px 32px var(--shade); }
label { display: block; font-weight: 600; font-size: .9rem; margin-block: .9rem .3rem; }
label span { color: var(--soft); font-weight: 400; }
input, select {
  width: 100%; min-height: 46px; padding: .55rem .75rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--field); border-radius: 10px;
}
input::placeholder { color: var(--soft); opacity: 1; }
#card-number { font-variant-numeric: tabular-nums; letter-spacing: .06em; }
.trio { display: grid; grid-template-columns: 1fr 1fr 1.5fr; gap: .75rem; }
.trio label { white-space: nowrap; }
button { font: inherit; color: inherit; cursor: pointer; }
.buy {
  width: 100%; min-height: 52px; margin-block-start: 1.3rem; border: 0; border-radius: 12px;
  background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.1rem;
}
.buy:hover { filter: brightness(1.12); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { padding: .7rem .9rem; border: 1px solid var(--no); border-radius: 10px; color: var(--no); font-weight: 600; }
.receipt {
  position: relative; margin-block: .3rem 1.2rem; padding: 1rem 1rem .9rem; border: 1px dashed var(--field); border-radius: 4px;
  background: var(--ground); scroll-margin-block-start: 1rem;
}
.stamp {
  display: inline-block; padding: .05rem .6rem; border: 3px solid; border-radius: 8px; rotate: -3deg;
  font-weight: 800; letter-spacing: .14em; text-transform: uppercase;
}
.approved .stamp { color: var(--yes); }
.declined .stamp { color: var(--no); }
.sum { margin-block-start: .6rem; font-size: 1.35rem; font-weight: 700; }
.sum span { font-size: 1rem; font-weight: 400; }
.receipt dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .9rem; margin: .7rem 0 0; font-size: .9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.right { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.4rem; min-width: 0; }
.street ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .9rem; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); }
.street li { display: grid; }
.window {
  display: grid; grid-template: 'logo price' auto 'name name' auto 'what what' 1fr / auto 1fr; gap: .15rem .6rem; align-items: center;
  padding: 1rem; text-align: start; background: var(--paper); border: 1px solid var(--line); border-radius: 16px;
}
.window:hover { border-color: var(--accent); box-shadow: 0 6px 18px var(--shade); }
.window img { grid-area: logo; margin-block-end: .5rem; }
.name { grid-area: name; font-weight: 700; }
.what { grid-area: what; color: var(--soft); font-size: .88rem; align-self: start; }
.price { grid-area: price; justify-self: end; align-self: start; font-weight: 700; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; margin-block-start: .8rem; background: var(--paper); border-radius: 16px; box-shadow: 0 0 0 1px var(--line); }
th, td { padding: .7rem .6rem; text-align: start; vertical-align: top; border-block-start: 1px solid var(--line); }
thead th { border: 0; color: var(--soft); font-size: .82rem; font-weight: 600; }
.amount { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td time, td:nth-child(3) { white-space: nowrap; font-size: .88rem; color: var(--soft); }
.tag { font-weight: 700; }
.tag.yes { color: var(--yes); }
.tag.no { color: var(--no); }
small { display: block; color: var(--soft); }
.actions { white-space: nowrap; text-align: end; }
.actions form { display: inline-block; margin-inline-start: .5rem; }
.tag + small { white-space: nowrap; }
.small { min-height: 36px; padding: .2rem .7rem; border: 1px solid var(--field); border-radius: 9px; background: none; font-size: .88rem; }
.small:hover { border-color: var(--accent); color: var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 62rem) {
  main { grid-template-columns: minmax(0, 1fr); max-width: 40rem; padding-block-start: 1.25rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { display: grid; grid-template-columns: 1fr auto; padding: .8rem 1rem; border-block-start: 1px solid var(--line); }
  tbody tr:first-child { border: 0; }
  th, td { padding: .1rem 0; border: 0; }
  tbody th { order: -2; }
  td.amount { order: -1; font-weight: 700; }
  td:nth-child(3) { text-align: end; }
  .actions:empty { display: none; }
  .actions form { margin: 0; }
  .actions { display: flex; gap: .5rem; justify-content: end; align-items: start; }
  .actions .small { min-height: 44px; }
}
@media (max-width: 30rem) {
  .till { padding: 1.2rem; }
  .street ul { grid-template-columns: 1fr 1fr; gap: .7rem; }
  .street li:last-child:nth-child(odd) { grid-column: 1 / -1; }
  .window { padding: .8rem; }
}
@media (min-width: 62.01rem) and (min-height: 50rem) {
  .till { position: sticky; inset-block-start: 1rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .window { transition: border-color .15s, box-shadow .15s; }
}
`;
