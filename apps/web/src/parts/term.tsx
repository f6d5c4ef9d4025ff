import type { ReactNode } from 'react'
import type { TermName } from './term-names.ts'

/**
 * A word of the glossary; app/Explanations.tsx explains it where it stands once it is pointed at, focused or pressed.
 * Without children a sign beside a word that is itself pressed for something else.
 */
export const Term = ({ of, children }: { of: TermName; children?: ReactNode }) => (
  <button type="button" data-term={of} aria-label={children ? undefined : '?'} className="term">
    {children}
  </button>
)
