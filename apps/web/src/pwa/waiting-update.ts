import { useSyncExternalStore } from 'react'

let take: (() => void) | undefined
const listeners = new Set<() => void>()

/** A new version waits; `how` lets it take over. Undefined: not now. */
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
