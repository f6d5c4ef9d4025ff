import { read } from '../../api/storage.ts'

/** Whether a key is meant for the page: for no field, no dialog or menu over it, and nothing of the browser's. */
export const isPageKey = ({ ctrlKey, metaKey, isComposing, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !isComposing &&
  // A field that has just gone keeps the focus until the browser draws again.
  !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]')?.checkVisibility()) &&
  !document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]')

/** Whether a letter, digit or sign may act by itself: people who dictate or mistype can turn such keys off (WCAG 2.1.4). */
export const isSingleKey = (event: KeyboardEvent): boolean => read('singleKeys') && isPageKey(event)

/** Whether a price chart has the focus. */
export const isInChart = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=application]') !== null
