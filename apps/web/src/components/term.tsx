import type { ReactNode } from 'react'
import type { TermName } from './term-names.ts'

type Props = { of: TermName } & ({ beside: string; children?: undefined } | { beside?: undefined; children: ReactNode })

/**
 * A word of the glossary, which app/Explanations.tsx explains when the word is hovered, focused or pressed. `beside`: a
 * word that is shown elsewhere, for example on a button. Its explanation opens from a separate sign next to it.
 */
export const Term = ({ of, beside, children }: Props) => (
  <button
    type="button"
    data-term={of}
    aria-label={beside && `${beside}?`}
    // Set to true while a press keeps the explanation open.
    aria-expanded={false}
    className="term"
  >
    {children}
  </button>
)
