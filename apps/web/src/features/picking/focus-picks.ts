export const picksId = 'picks'

/** Moves the focus to the list when an edit was undone and its button removed. */
export const focusPicks = () => document.getElementById(picksId)?.focus({ preventScroll: true })
