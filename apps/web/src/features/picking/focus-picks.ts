export const picksId = 'picks'

/** Moves the focus to the list when an edit's own button has disappeared with the edit. */
export const focusPicks = () => document.getElementById(picksId)?.focus({ preventScroll: true })
