/** Moves the focus to a panel's title once the pressed button is gone, so that the next Tab goes on from there. */
export function focusPanel(panel: Element | null): void {
  // Waits until React has removed the focused button, and a dialog has tried to return the focus to it.
  setTimeout(() => {
    const title = panel?.querySelector('h2');
    if (!title) return;
    title.tabIndex = -1;
    title.focus();
  }, 50);
}
