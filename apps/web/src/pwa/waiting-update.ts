import { useSyncExternalStore } from 'react'

let take: (() => void) | undefined
const listeners = new Set<() => void>()

/** Offers a waiting version, which `how` activates. Undefined withdraws the offer. */
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
