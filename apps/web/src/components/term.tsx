import type { ReactNode } from 'react'
import type { TermName } from './term-names.ts'

type Props = { of: TermName } & ({ beside: string; children?: undefined } | { beside?: undefined; children: ReactNode })

/**
 * A word of the glossary; app/Explanations.tsx explains it when it is hovered, focused or pressed. With `beside`, the
 * word is itself a button, so a separate sign next to it opens the explanation.
 */
export const Term = ({ of, beside, children }: Props) => (
  <button
    type="button"
    data-term={of}
    aria-label={beside && `${beside}?`}
    // The explanation sets it to true while it is held open by a press.
    aria-expanded={false}
    className="term"
  >
    {children}
  </button>
)
