import { useSyncExternalStore } from 'react'

const phone = () => matchMedia('(width < 768px)')

export const isPhone = () => phone().matches

/** For parts that must not exist on a desktop; a class is enough for a part that is only hidden there. */
export const useIsPhone = () =>
  useSyncExternalStore(listener => {
    const query = phone()
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }, isPhone)
