import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type Path, routeAt } from './paths.ts'

type Props = {
  path: Path
  label: string
  folded?: boolean
  className?: string
  /** Goes with the label, whether that is seen or not. */
  beside?: ReactNode
  children?: ReactNode
}

/** Marks itself when the page shown is the one it leads to; the start page counts as FinList Hong Kong. */
export function SidebarLink({ path, label, folded = false, className = '', beside, children }: Props) {
  const here = routeAt(useLocation().pathname)
  const there = routeAt(path)
  const current = here?.screen === there?.screen && marketOf(here) === marketOf(there)
  return (
    <Link
      to={path}
      aria-current={current ? 'page' : undefined}
      title={folded ? label : undefined}
      className={`relative flex min-h-8 items-center gap-2.5 rounded-sm py-1 text-13 text-ink no-underline hover:bg-wash aria-[current]:bg-accent-wash aria-[current]:font-strong aria-[current]:text-accent ${folded ? 'justify-center' : 'px-2'} ${className}`}
    >
      {children}
      <span className={folded ? 'sr-only' : ''}>{label}</span>
      {beside}
    </Link>
  )
}

const marketOf = (route: ReturnType<typeof routeAt>) => (route && 'of' in route ? route.of : undefined)
