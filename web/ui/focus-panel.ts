/** Moves the focus to a panel's title, once what was pressed in it is gone: the next Tab goes on from there. */
export function focusPanel(panel: Element | null): void {
  // After React has taken away what was focused, and a dialog has tried to give the focus back to it.
  setTimeout(() => {
    const title = panel?.querySelector('h2');
    if (!title) return;
    title.tabIndex = -1;
    title.focus();
  }, 50);
}
