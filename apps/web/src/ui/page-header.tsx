import type { ReactNode } from 'react'

/** The heading of a screen, above a rule. Navigation moves the focus to its title. */
export function PageHeader({ title, beside, children }: { title: string; beside?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-2 border-b border-line pb-2 md:mb-6 md:border-t-2 md:border-t-ink md:pt-3 md:pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 id="page-title" tabIndex={-1} className="text-20 font-strong tracking-tight outline-none md:text-28">
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </header>
  )
}
