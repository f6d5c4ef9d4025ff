import { useSyncExternalStore } from 'react'

const phone = () => matchMedia('(width < 768px)')

/** For what must not exist on a desktop; what is only hidden there needs no more than a class. */
export const useIsPhone = () =>
  useSyncExternalStore(
    listener => {
      const query = phone()
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => phone().matches,
  )
