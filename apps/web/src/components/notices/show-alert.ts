import { useSyncExternalStore } from 'react'

type ShownAlert = { message: string; done: () => void }
let said: ShownAlert | undefined
const listeners = new Set<() => void>()

/**
 * Shows an alert. Resolves once it has been dismissed and has returned the focus, which the caller may then move. A
 * later alert replaces an open one immediately.
 */
export function showAlert(message: string): Promise<void> {
  return new Promise(resolve => {
    said?.done()
    change({
      message,
      done: () => {
        change(undefined)
        // The dialog returns the focus in the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      },
    })
  })
}

export const currentAlert = () => said

export const useAlert = () =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentAlert)

function change(next: ShownAlert | undefined): void {
  said = next
  for (const listener of listeners) listener()
}
