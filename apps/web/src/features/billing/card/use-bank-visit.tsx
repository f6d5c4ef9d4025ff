import { type ReactElement, useCallback, useState } from 'react'
import type { VisitBank } from './authenticate.ts'
import { BankFrame } from './BankFrame.tsx'

/** Provides `visit` for `authenticate`. During a visit, `frame` replaces the dialog's content. */
export function useBankVisit(): { frame: ReactElement | undefined; visit: VisitBank } {
  const [visited, setVisited] = useState<{ url: string; back: () => void }>()
  const visit = useCallback<VisitBank>(
    url =>
      new Promise(resolve => {
        const back = () => {
          setVisited(undefined)
          resolve()
        }
        setVisited({ url, back })
      }),
    [],
  )
  return { frame: visited && <BankFrame key={visited.url} url={visited.url} onBack={visited.back} />, visit }
}
