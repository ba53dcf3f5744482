/** The look of all simulator pages, light and dark, from 320 px up. */
export const payPageStyle = `
:root {
  --page: #f3f4f8; --card: #ffffff; --ink: #14161f; --soft: #5a6072; --line: #dfe2ea; --field: #f7f8fb;
  --accent: #4338ca; --accent-ink: #ffffff; --accent-soft: #eceafd;
  --good: #0f7a4d; --good-soft: #e2f5ec; --warn: #8a5200; --warn-soft: #fdf1dc; --bad: #b3261e; --bad-soft: #fdeae8;
  --banner: #ffcf33; --banner-ink: #231a00; --shadow: 0 1px 2px rgb(20 22 31 / 6%), 0 12px 32px rgb(20 22 31 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0f16; --card: #171a24; --ink: #eef0f6; --soft: #a3aabd; --line: #2a2f3d; --field: #11141c;
    --accent: #a5a0ff; --accent-ink: #14112e; --accent-soft: #25224a;
    --good: #5fd6a0; --good-soft: #11301f; --warn: #f2b75b; --warn-soft: #33250d; --bad: #ff9a91; --bad-soft: #3a1613;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.banner { background: repeating-linear-gradient(-45deg, var(--banner) 0 18px, #f7bf0a 18px 36px); color: var(--banner-ink); text-align: center; }
.banner p { margin: 0 auto; padding: .7rem 1rem; }
.banner strong { font-size: 1.1rem; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 1rem; display: grid; gap: 1.25rem; }
main.wide { max-width: 72rem; }
@media (min-width: 56rem) { main.two { grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr); align-items: start; padding-top: 2.5rem; } main.two:has(> :only-child) { grid-template-columns: minmax(0, 44rem); justify-content: center; } }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 18px; box-shadow: var(--shadow); padding: clamp(1.1rem, 4vw, 1.75rem); min-width: 0; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 0 0 .35rem; }
p { margin: .35rem 0; }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: flex-start; margin-bottom: 1.1rem; }
.pill { display: inline-flex; align-items: center; gap: .45rem; padding: .25rem .7rem; border-radius: 99px; font-size: .85rem; font-weight: 600; white-space: nowrap; background: var(--accent-soft); color: var(--accent); }
.pill::before { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: currentColor; }
.pill.good { background: var(--good-soft); color: var(--good); } .pill.warn { background: var(--warn-soft); color: var(--warn); }
.pill.bad { background: var(--bad-soft); color: var(--bad); } .pill.flat { background: var(--field); color: var(--soft); }
.steps { list-style: none; margin: 0 0 1.25rem; padding: 0; display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem; font-size: .82rem; color: var(--soft); }
.steps li { border-top: 4px solid var(--line); border-radius: 2px; padding-top: .4rem; }
.steps li.done { border-color: var(--good); color: var(--good); } .steps li[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.pay { display: grid; gap: 1.25rem; }
@media (min-width: 34rem) { .pay { grid-template-columns: 11.5rem minmax(0, 1fr); } }
.qr { background: #fff; border: 1px solid var(--line); border-radius: 14px; padding: .6rem; width: 11.5rem; max-width: 100%; justify-self: center; align-self: start; }
.qr svg { display: block; width: 100%; height: auto; }
dl { margin: 0; display: grid; gap: .9rem; }
dt { font-size: .82rem; color: var(--soft); }
dd { margin: .1rem 0 0; }
.row { display: flex; gap: .6rem; align-items: center; justify-content: space-between; }
.amount { font-size: clamp(1.4rem, 6vw, 1.75rem); font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
code { font: .9rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all; }
.copy { flex: none; font: inherit; font-size: .85rem; font-weight: 600; color: var(--accent); background: var(--accent-soft); border: 0; border-radius: 9px; padding: .4rem .7rem; min-height: 2.25rem; cursor: pointer; }
.clock { font-weight: 700; font-variant-numeric: tabular-nums; }
.note { border-radius: 12px; padding: .8rem 1rem; background: var(--field); border: 1px solid var(--line); margin: 1.1rem 0 0; }
.note.warn { background: var(--warn-soft); border-color: transparent; color: var(--warn); } .note.bad { background: var(--bad-soft); border-color: transparent; color: var(--bad); }
.result { text-align: center; padding: .75rem 0 .5rem; display: grid; justify-items: center; gap: .4rem; }
.result svg { width: 4rem; height: 4rem; color: var(--accent); } .result.good svg { color: var(--good); } .result.warn svg { color: var(--warn); } .result.bad svg { color: var(--bad); } .result.flat svg { color: var(--soft); }
.result h2 { font-size: 1.3rem; margin: 0; } .result p { max-width: 34rem; margin: 0; }
.bar { width: 100%; height: .6rem; border-radius: 99px; overflow: hidden; background: var(--line); margin: .6rem 0 .2rem; }
.bar svg { display: block; width: 100%; height: 100%; } .bar rect { fill: transparent; } .bar rect:last-child { fill: var(--accent); transition: width .2s linear; }
.facts { margin-top: 1.1rem; border-top: 1px solid var(--line); padding-top: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.facts dd { overflow-wrap: anywhere; } .facts .long { grid-column: 1 / -1; }
.links { display: flex; flex-wrap: wrap; gap: .7rem; margin-top: 1.25rem; }
.button, button.button { display: inline-flex; align-items: center; justify-content: center; text-align: center; gap: .5rem; font: inherit; font-weight: 600; min-height: 2.9rem; padding: .55rem 1.1rem; border-radius: 12px; border: 1px solid var(--line); background: var(--field); color: var(--ink); text-decoration: none; cursor: pointer; }
.button:hover { border-color: var(--accent); } .button.main { background: var(--accent); color: var(--accent-ink); border-color: transparent; } .button.main:hover { filter: brightness(1.08); }
.stack { display: grid; gap: .7rem; margin-top: .9rem; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; }
label { font-weight: 600; font-size: .9rem; }
input[type=text] { width: 100%; font: inherit; color: var(--ink); background: var(--field); border: 1px solid var(--soft); border-radius: 12px; padding: .6rem .8rem; min-height: 2.9rem; }
.inline { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem; margin-top: .3rem; }
details { margin-top: 1.1rem; border-top: 1px solid var(--line); padding-top: .8rem; } summary { cursor: pointer; font-weight: 600; font-size: .9rem; min-height: 1.75rem; }
.coins { list-style: none; padding: 0; margin: 1rem 0 0; display: grid; gap: .6rem; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
.coins a, .nets label { display: flex; align-items: center; gap: .65rem; padding: .65rem .75rem; border: 1px solid var(--line); border-radius: 12px; background: var(--field); color: var(--ink); text-decoration: none; min-height: 3.25rem; font-weight: 400; cursor: pointer; }
.coins a:hover, .nets label:hover { border-color: var(--accent); } .coins b { display: block; line-height: 1.2; } .coins small { color: var(--soft); }
.nets { border: 0; margin: 1rem 0; padding: 0; display: grid; gap: .6rem; } .nets legend { font-weight: 600; padding: 0; margin-bottom: .4rem; } .nets input { width: 1.15rem; height: 1.15rem; accent-color: var(--accent); }
.nets label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.table { overflow-x: auto; margin-top: 1rem; } table { border-collapse: collapse; width: 100%; font-size: .92rem; } th, td { text-align: left; padding: .6rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; } th { color: var(--soft); font-weight: 600; font-size: .82rem; } td.num { font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { thead { display: none; } tr { display: grid; gap: .15rem; padding: .8rem 0; border-bottom: 1px solid var(--line); } td { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; } }
footer { text-align: center; padding: 0 1rem 2rem; font-size: .875rem; } footer a { color: var(--soft); }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
