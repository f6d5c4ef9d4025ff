import type { ReactNode } from 'react'

/** Text shown in place of missing content. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <output className="mx-auto block max-w-[44ch] px-4 py-14 text-center text-14 text-faded">{children}</output>
}
