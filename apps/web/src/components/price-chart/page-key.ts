import { read } from '../../api/storage.ts'

/**
 * Whether a key is meant for the page: it is not typed into a field, no dialog or menu is open, and it is not a browser
 * shortcut.
 */
export const isPageKey = ({ ctrlKey, metaKey, isComposing, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !isComposing &&
  // A field that was just removed still has the focus until the next paint.
  !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]')?.checkVisibility()) &&
  !document.querySelector('dialog[open], [role=dialog], [role=alertdialog], [role=menu]')

/**
 * Whether a letter, digit or sign may act as a shortcut. Single-key shortcuts can be turned off, for people who dictate
 * or often mistype (WCAG 2.1.4).
 */
export const isSingleKey = (event: KeyboardEvent): boolean => read('singleKeys') && isPageKey(event)

/** Whether a price chart has focus. */
export const isInChart = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=application]') !== null
