import type { ReactNode } from 'react'

/** An unobtrusive card at the edge of the screen, with its subject and its actions. */
export function Notice({ label, children, actions }: { label: string; children: ReactNode; actions: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="pointer-events-auto rounded-md border border-line bg-raised p-1.5 pl-4 shadow-float"
    >
      <div className="pt-2 pr-2.5 text-14">{children}</div>
      <div className="mt-1 flex flex-wrap justify-end gap-2">{actions}</div>
    </section>
  )
}
