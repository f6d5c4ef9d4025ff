import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../components/link.tsx'
import { marketAt, type Path, routeAt } from '../paths.ts'

type Props = {
  path: Path
  label: string
  folded?: boolean
  className?: string
  /** Shown next to the label, and also while the label is hidden. */
  beside?: ReactNode
  children?: ReactNode
}

/**
 * A link of the sidebar, marked as current on its page and, while the sidebar is collapsed, on every page of its
 * market. The start page counts as FinList Hong Kong.
 */
export function SidebarLink({ path, label, folded = false, className = '', beside, children }: Props) {
  const { pathname } = useLocation()
  const market = marketAt(path)
  const isOfMarket = market === marketAt(pathname)
  const isPage = isOfMarket && routeAt(pathname)?.screen === routeAt(path)?.screen
  return (
    <Link
      to={path}
      aria-current={isPage ? 'page' : folded && market && isOfMarket ? 'true' : undefined}
      title={folded ? label : undefined}
      className={`relative flex min-h-8 items-center gap-2.5 rounded-sm py-1 text-13 text-ink no-underline hover:bg-wash aria-[current]:bg-accent-wash aria-[current]:font-strong aria-[current]:text-accent ${folded ? 'justify-center' : 'px-2'} ${className}`}
    >
      {children}
      <span className={folded ? 'sr-only' : ''}>{label}</span>
      {beside}
    </Link>
  )
}
