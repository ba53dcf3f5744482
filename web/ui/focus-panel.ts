/** Moves the focus to the title of the panel around an element once the pressed button is gone: Tab goes on from there. */
export function focusPanel(inside: Element | null): void {
  const panel = inside?.closest('section');
  // Waits until React has removed the focused button, and a dialog has tried to return the focus to it.
  setTimeout(() => {
    const title = panel?.querySelector('h2');
    if (!title) return;
    title.tabIndex = -1;
    title.focus();
  }, 50);
}
