import type { ReactNode } from 'react'

/** A figure and its name on a phone; the figure goes below where the text is large. */
export function FigureLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-faded">{name}</dt>
      <dd className="ml-auto min-w-0 text-end tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
