/** Whether a key is meant for the page: for no field, no dialog or menu over it, and nothing of the browser's. */
export const isPageKey = ({ ctrlKey, metaKey, isComposing, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !isComposing &&
  // A field that has just gone keeps the focus until the browser draws again.
  !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]')?.checkVisibility()) &&
  !document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]')
