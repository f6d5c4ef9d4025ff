import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../components/link.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { title: string; to: string; all: string; note?: string; children: ReactNode }

/** A section of the page, with a link to the page that contains all of its data. */
export function Part({ title, to, all, note, children }: Props) {
  return (
    <Section
      title={title}
      beside={
        <Link
          to={to}
          className="inline-flex min-h-6 items-center gap-1 text-13 text-accent underline-offset-2 hover:underline max-md:min-h-11"
        >
          {all}
          <ArrowRight size={14} aria-hidden />
        </Link>
      }
    >
      {children}
      {note && <p className="pt-2 text-12 text-faded">{note}</p>}
    </Section>
  )
}

/** A single line of text if there is nothing to show. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="py-3 text-14 text-faded">{children}</p>

type RowProps = { to: string; onFollow?: () => void; children: ReactNode }

/** A row of a section. The whole row links to its subject. */
export const Row = ({ to, onFollow, children }: RowProps) => (
  <li className="border-b border-line">
    <Link
      to={to}
      onClick={onFollow}
      className="flex min-h-11 items-center gap-x-3 py-1 text-13 text-ink no-underline hover:bg-wash md:min-h-9"
    >
      {children}
    </Link>
  </li>
)
