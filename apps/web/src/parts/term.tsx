import type { ReactNode } from 'react'
import type { TermName } from './term-names.ts'

type Props = { of: TermName } & ({ beside: string; children?: undefined } | { beside?: undefined; children: ReactNode })

/**
 * A word of the glossary; app/Explanations.tsx explains it in place once it is hovered, focused or pressed. With
 * `beside`, a sign next to those words, whose own press does something else.
 */
export const Term = ({ of, beside, children }: Props) => (
  <button
    type="button"
    data-term={of}
    aria-label={beside && `${beside}?`}
    // The explanation sets it while it is pressed open.
    aria-expanded={false}
    className="term"
  >
    {children}
  </button>
)
