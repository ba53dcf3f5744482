/** Additions of JavaScript to the pay page: copy buttons, a running countdown, and news without a reload. */
export const payPageScript = `'use strict';
document.documentElement.classList.add('js');
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const label = button.querySelector('span');
    const before = label.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      label.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(document.getElementById(button.dataset.of));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      label.textContent = 'Selected';
    }
    setTimeout(() => { label.textContent = before; }, 1600);
  });
}
const page = document.querySelector('[data-state-url]');
if (page) {
  const ahead = Number(page.dataset.now) - Date.now();
  const countdown = document.querySelector('[data-expires]');
  const show = () => {
    const left = Math.max(0, Math.floor((Number(countdown.dataset.expires) - Date.now() - ahead) / 1000));
    const two = (n) => String(n).padStart(2, '0');
    const hours = Math.floor(left / 3600);
    countdown.textContent = (hours > 0 ? hours + ':' : '') + two(Math.floor(left / 60) % 60) + ':' + two(left % 60);
  };
  if (countdown) { show(); setInterval(show, 1000); }
  const bar = document.querySelector('[role=progressbar]');
  const look = async () => {
    try {
      const state = await (await fetch(page.dataset.stateUrl, { cache: 'no-store' })).json();
      if (state.version !== page.dataset.version) { location.replace(location.pathname); return; }
      if (bar && state.confirmations) {
        const { seen, required } = state.confirmations;
        bar.setAttribute('aria-valuenow', seen);
        bar.querySelector('rect:last-child').setAttribute('width', String((100 * seen) / required));
        document.querySelector('[data-seen]').textContent = String(seen);
      }
    } catch { /* the simulator is away: ask again */ }
    setTimeout(look, bar ? 150 : 1000);
  };
  setTimeout(look, bar ? 150 : 1000);
}
`;
