import { useSyncExternalStore } from 'react'

let take: (() => void) | undefined
const listeners = new Set<() => void>()

/** Offers the waiting version; `how` activates it. Undefined withdraws the offer. */
export function offerUpdate(how: (() => void) | undefined): void {
  take = how
  for (const listener of listeners) listener()
}

export const useWaitingUpdate = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => take,
  )
