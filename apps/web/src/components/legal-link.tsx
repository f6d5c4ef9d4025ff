import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOperator } from '../api/operator.ts'

const LegalDialog = lazy(() => import('./legal-dialog.tsx'))

type Props = { text: 'terms' | 'privacy'; className?: string; children?: ReactNode }

/** Links to the operator's own page if there is one; otherwise opens the built-in text. */
export function LegalLink({ text, className = 'text-accent underline underline-offset-2', children }: Props) {
  const address = useOperator()[text]
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (address)
    return (
      <a href={address} target="_blank" rel="noreferrer" className={className}>
        {children}
      </a>
    )
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={className} onClick={show}>
        {children}
      </button>
      {wanted && (
        <Suspense>
          <LegalDialog text={text} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
