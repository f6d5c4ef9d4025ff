import { useSyncExternalStore } from 'react'

const phone = () => matchMedia('(width < 768px)')

export const isPhone = () => phone().matches

/** For parts that must not exist on a desktop. For a part that is only hidden there, a class is enough. */
export const useIsPhone = () =>
  useSyncExternalStore(listener => {
    const query = phone()
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }, isPhone)
